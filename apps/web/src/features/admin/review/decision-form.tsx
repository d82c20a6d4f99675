import type { CaseRule, CaseStatus } from '@naughty-list/contracts/cases';
import { caseRules, decisionTexts } from '@naughty-list/contracts/decision-texts';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { controlClasses } from '../../../ui/field.tsx';
import { Key, shortcuts } from './shortcuts.tsx';
import { reasonTemplates, rulesFor, statusChoices } from './templates.ts';

/** A form's fields besides its text. */
export type FormKind = {
  title: string;
  /** Label of the text. */
  asks: string;
  text: string;
  /** Asks for a rule and the resulting status; `otherwise` describes an undefined status, `isStatusFixed` hides it. */
  ruling?: { status: CaseStatus | undefined; rule: CaseRule; otherwise?: string; isStatusFixed?: true };
  /** Templates for the text. */
  templates?: readonly { label: string; text: string }[];
  isOptional?: boolean;
};

export type Written = {
  text: string;
  status: CaseStatus | undefined;
  rule: CaseRule;
  period?: { from: string; to: string };
};

type DecisionFormProps = {
  form: FormKind;
  isBusy: boolean;
  onSend: (written: Written) => void;
  onClose: () => void;
  /** Below the heading it follows. */
  heading?: 'h3' | 'h4';
};

const MIN_CHARACTERS = 10;

/** A decision or message: rule and text from templates, both editable; Ctrl+Enter sends it, Escape closes it. */
export function DecisionForm({ form, isBusy, onSend, onClose, heading: Heading = 'h4' }: DecisionFormProps) {
  const id = useId();
  const [text, setText] = useState(form.text);
  const [status, setStatus] = useState(form.ruling?.status);
  const [rule, setRule] = useState<CaseRule>(form.ruling?.rule ?? 'evidence_alone');
  const [period, setPeriod] = useState({ from: '', to: '' });
  const [isShort, setIsShort] = useState(false);
  const [lacksPeriod, setLacksPeriod] = useState(false);
  const dates = useRef<HTMLDivElement>(null);
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
  const send = () => {
    if (isBusy) return;
    const isTooShort = [...text.trim()].length < MIN_CHARACTERS && !(form.isOptional && text.trim() === '');
    setIsShort(isTooShort);
    const { from, to } = period;
    const isWithoutPeriod = status === 'compromised' && (from === '' || to === '' || from > to);
    setLacksPeriod(isWithoutPeriod);
    if (isWithoutPeriod) return dates.current?.querySelector('input')?.focus();
    if (isTooShort) return field.current?.focus();
    onSend({ text: text.trim(), status, rule, ...(status === 'compromised' && { period }) });
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
    <form
      aria-label={form.title}
      noValidate
      onKeyDown={press}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="grid min-w-0 gap-3 rounded-sm border-2 border-ink-700 bg-parchment-50 p-3 sm:p-4"
    >
      <Heading className="text-xl font-bold">{form.title}</Heading>
      {form.ruling && (
        <>
          {!form.ruling.isStatusFixed && (
            <Labelled id={`${id}-status`} label="Status afterwards">
              <select
                id={`${id}-status`}
                value={status ?? ''}
                onChange={({ target }) =>
                  chooseStatus(statusChoices.find(([value]) => value === target.value)?.[0])
                }
                className={controlClasses}
              >
                {form.ruling.otherwise && <option value="">{form.ruling.otherwise}</option>}
                {statusChoices.map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            </Labelled>
          )}
          <Labelled id={`${id}-rule`} label="Rule">
            <select
              id={`${id}-rule`}
              value={rule}
              onChange={({ target }) => chooseRule(target.value as CaseRule)}
              className={controlClasses}
            >
              {rulesFor(status).map((value) => (
                <option key={value} value={value}>
                  {caseRules[value]}
                </option>
              ))}
            </select>
          </Labelled>
          {status === 'compromised' && (
            <div ref={dates} className="grid gap-3 sm:grid-cols-2">
              {(['from', 'to'] as const).map((end) => (
                <Labelled
                  key={end}
                  id={`${id}-${end}`}
                  label={end === 'from' ? 'Compromised from' : 'Compromised to'}
                >
                  <input
                    id={`${id}-${end}`}
                    type="date"
                    required
                    value={period[end]}
                    onChange={({ target }) => setPeriod({ ...period, [end]: target.value })}
                    className={controlClasses}
                  />
                </Labelled>
              ))}
              <p aria-live="polite" className="font-bold text-cranberry-700 empty:hidden sm:col-span-2">
                {lacksPeriod && decisionTexts.periodRequired}
              </p>
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
      <Labelled id={`${id}-text`} label={form.asks}>
        <textarea
          id={`${id}-text`}
          ref={field}
          value={text}
          dir="auto"
          rows={5}
          aria-invalid={isShort}
          aria-describedby={`${id}-short`}
          onChange={({ target }) => setText(target.value)}
          className={`${controlClasses} resize-y`}
        />
        <p id={`${id}-short`} aria-live="polite" className="font-bold text-cranberry-700 empty:hidden">
          {isShort && `Write at least ${MIN_CHARACTERS} characters.`}
        </p>
      </Labelled>
      <div className="flex flex-wrap gap-2">
        <Button look="gold" type="submit" aria-disabled={isBusy} aria-keyshortcuts="Control+Enter">
          {isBusy ? 'Sending...' : 'Send'}
          {isOn && <Key>Ctrl+Enter</Key>}
        </Button>
        <Button look="outline" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function Labelled({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={id} className="font-bold">
        {label}
      </label>
      {children}
    </div>
  );
}
