import type { CaseRule, CaseStatus } from '@naughty-list/contracts/cases';
import { caseRules, decisionTexts } from '@naughty-list/contracts/decision-texts';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Form, SelectField, TextArea, TextField } from '../../../ui/field.tsx';
import { Key, shortcuts } from './shortcuts.tsx';
import { reasonTemplates, rulesFor, statusChoices } from './templates.ts';

/** Texts and fields of a decision's form. */
export type FormSpec = {
  title: string;
  /** Label of the text field. */
  asks: string;
  /** Initial text. */
  text: string;
  /** Adds fields for rule and status. `otherwise` is the label of an undefined status; `isStatusFixed` hides the status. */
  ruling?: { status: CaseStatus | undefined; rule: CaseRule; otherwise?: string; isStatusFixed?: true };
  /** Texts to insert. */
  templates?: readonly { label: string; text: string }[];
  isOptional?: boolean;
};

/** The text, and as the reason of a ruling. */
export type FormInput = {
  text: string;
  ruling: { rule: CaseRule; reason: string; status?: CaseStatus; period?: { from: string; to: string } };
};

type DecisionFormProps = {
  form: FormSpec;
  isBusy: boolean;
  onSend: (input: FormInput) => unknown;
  onClose: () => void;
  /** Heading level of the title. */
  heading?: 'h3' | 'h4';
};

const MIN_CHARACTERS = 10;

/** A form for a decision or message. Ctrl+Enter sends it, Escape closes it. */
export function DecisionForm({ form, isBusy, onSend, onClose, heading: Heading = 'h4' }: DecisionFormProps) {
  const [text, setText] = useState(form.text);
  const [status, setStatus] = useState(form.ruling?.status);
  const [rule, setRule] = useState<CaseRule>(form.ruling?.rule ?? 'evidence_alone');
  const [period, setPeriod] = useState({ from: '', to: '' });
  const [isTried, setIsTried] = useState(false);
  const firstDay = useRef<HTMLInputElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const chooseRule = (next: CaseRule) => {
    // An unedited text follows the rule.
    if (text === reasonTemplates[rule]) setText(reasonTemplates[next]);
    setRule(next);
  };
  const chooseStatus = (next: CaseStatus | undefined) => {
    setStatus(next);
    const rules = rulesFor(next);
    if (!rules.includes(rule)) chooseRule(rules[0] ?? rule);
  };
  const isShort = [...text.trim()].length < MIN_CHARACTERS && !(form.isOptional && text.trim() === '');
  const { from, to } = period;
  const lacksPeriod = status === 'compromised' && (from === '' || to === '' || from > to);
  const send = () => {
    if (isBusy) return;
    setIsTried(true);
    if (lacksPeriod) return firstDay.current?.focus();
    if (isShort) return field.current?.focus();
    const reason = text.trim();
    const ruling = { rule, reason, ...(status && { status }), ...(status === 'compromised' && { period }) };
    onSend({ text: reason, ruling });
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const { isOn } = shortcuts.use();
  return (
    <Form
      aria-label={form.title}
      onKeyDown={press}
      onSubmit={send}
      className="grid min-w-0 gap-3 rounded-sm border-2 border-ink-700 bg-parchment-50 p-3 sm:p-4"
    >
      <Heading className="text-xl font-bold">{form.title}</Heading>
      {form.ruling && (
        <>
          {!form.ruling.isStatusFixed && (
            <SelectField
              label="Status afterwards"
              value={status ?? ''}
              choices={[
                ...(form.ruling.otherwise ? [{ value: '' as const, label: form.ruling.otherwise }] : []),
                ...statusChoices,
              ]}
              onChoose={(value) => chooseStatus(value || undefined)}
            />
          )}
          <SelectField
            label="Rule"
            value={rule}
            choices={rulesFor(status).map((value) => ({ value, label: caseRules[value] }))}
            onChoose={chooseRule}
          />
          {/* A phone's select cuts it off. */}
          {rule && <p className="sm:hidden">{caseRules[rule]}</p>}
          {status === 'compromised' && (
            <div className="grid gap-3 sm:grid-cols-2">
              {(['from', 'to'] as const).map((end) => (
                <TextField
                  key={end}
                  ref={end === 'from' ? firstDay : undefined}
                  label={end === 'from' ? 'First day compromised' : 'Last day compromised'}
                  error={end === 'from' && isTried && lacksPeriod ? decisionTexts.periodRequired : undefined}
                  type="date"
                  required
                  value={period[end]}
                  onType={(day) => setPeriod({ ...period, [end]: day })}
                />
              ))}
            </div>
          )}
        </>
      )}
      {form.templates && (
        <div className="flex flex-wrap gap-2">
          {form.templates.map((template) => (
            <Button
              key={template.label}
              look="outline"
              className="px-3!"
              onClick={() => {
                setText(template.text);
                field.current?.focus();
              }}
            >
              {template.label}
            </Button>
          ))}
        </div>
      )}
      <TextArea
        ref={field}
        label={form.asks}
        value={text}
        rows={5}
        error={isTried && isShort ? `Write at least ${MIN_CHARACTERS} characters.` : undefined}
        onType={setText}
      />
      <div className="flex flex-wrap gap-2">
        <Button look="gold" type="submit" aria-disabled={isBusy} aria-keyshortcuts="Control+Enter">
          {isBusy ? 'Sending…' : 'Send'}
          {isOn && <Key>Ctrl+Enter</Key>}
        </Button>
        <Button look="outline" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
