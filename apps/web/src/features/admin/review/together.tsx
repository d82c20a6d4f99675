import type { CaseRule } from '@naughty-list/contracts/cases';
import {
  BULK_DECISION_MAX,
  decideTogether,
  type ReviewItem,
  type TogetherInput,
} from '@naughty-list/contracts/review';
import { formatWhole } from '@naughty-list/contracts/tokens';
import { useState } from 'react';
import { showToast } from '../../../lib/toasts.ts';
import { SelectionBar, useSelection } from '../selection.tsx';
import { adminApi } from '../session/admin-api.ts';
import { useChange, useRestore } from '../use-change.ts';
import { DecisionForm, type FormInput, type FormSpec } from './decision-form.tsx';
import { keyOf, kindLabels } from './review-api.ts';
import { type Action, ActionButtons } from './shortcuts.tsx';
import { reasonTemplates, rejectionTemplate } from './templates.ts';
import type { Review } from './use-review.ts';

type Kind = TogetherInput['kind'];

const kinds: readonly string[] = ['report', 'statement', 'appeal'] satisfies Kind[];

/** Whether entries of the kind can be decided together. */
export const isSelectable = ({ kind }: ReviewItem): boolean => kinds.includes(kind);

type OpenForm = { form: FormSpec; decide: (input: FormInput) => TogetherInput };

/** State of a bulk decision: the selected entries, the open form, and sending. */
export function useTogether({ items, first: page, setStatusText }: Review) {
  const restore = useRestore('Undo');
  const [open, setOpen] = useState<OpenForm>();
  const queueSelection = useSelection(keyOf);
  const clear = () => {
    queueSelection.clear();
    setOpen(undefined);
  };
  const selection = { ...queueSelection, clear };
  const chosen = items.filter(selection.has);
  const [first] = chosen;
  const kind = first && chosen.every((item) => item.kind === first.kind) ? (first.kind as Kind) : undefined;
  const ids = chosen.flatMap((item) => item.ids);
  const { isBusy, run: send } = useChange({
    failure: 'Not decided',
    work: async (body: TogetherInput) => {
      const { operationId, decided, notDecided } = await adminApi.call(decideTogether, { body });
      const left = notDecided[0]
        ? ` ${formatWhole(notDecided.length)} ${notDecided.length === 1 ? 'was' : 'were'} not: ${notDecided[0].message}`
        : '';
      setStatusText(`${formatWhole(decided.length)} decided.${left}`);
      showToast({
        title: `${formatWhole(decided.length)} decided together`,
        ...(left && { description: left.trim(), variant: 'destructive' }),
        ...(operationId && {
          action: {
            label: 'Undo',
            altText: 'Undo these decisions',
            onSelect: () => restore.run(operationId),
          },
        }),
        durationMs: 10_000,
      });
      clear();
    },
  });

  return { items, selection, kind, ids, open, isBusy, readAt: page?.at, setOpen, send };
}

export type Together = ReturnType<typeof useTogether>;

/** Selects entries and decides them together, as one operation. */
export function TogetherBar({ together }: { together: Together }) {
  const { items, selection, kind, ids, open, isBusy, setOpen, send } = together;
  const selectable = items.filter(isSelectable);
  if (selectable.length === 0) return null;
  const isInLimit = ids.length <= BULK_DECISION_MAX;
  return (
    <section aria-label="Decide several at once" className="grid gap-2">
      <SelectionBar
        label="All shown"
        shown={selectable}
        selection={selection}
        count={ids.length}
        max={BULK_DECISION_MAX}
        note={ids.length > 0 && !kind && '; to decide on them together, select only one kind'}
      >
        {kind && isInLimit && !open && <ActionButtons actions={actionsOn(kind, together)} isBusy={isBusy} />}
      </SelectionBar>
      {open && (
        <DecisionForm
          form={open.form}
          heading="h3"
          isBusy={isBusy}
          onSend={(input) => send(open.decide(input))}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  );
}

/** The decisions on the selected entries. None sets a status, which differs from case to case. */
function actionsOn(kind: Kind, { ids, setOpen, send, readAt }: Together): Action[] {
  const action = (label: string, look: NonNullable<Action['look']>, run: () => void): Action => ({
    key: '',
    label,
    look,
    run,
  });
  const noun = kindLabels[kind][ids.length === 1 ? 'one' : 'many'].toLowerCase();
  const counted = `${formatWhole(ids.length)} ${noun}`;
  if (kind === 'appeal') {
    const ruling = (title: string, decision: 'partly_granted' | 'refused', rule: CaseRule) => () =>
      setOpen({
        form: {
          title,
          asks: 'Public reason',
          text: reasonTemplates[rule],
          ruling: { status: undefined, rule, isStatusFixed: true },
        },
        decide: (input) => ({
          ...{ kind, ids, decision, ...input.ruling },
          readAt: readAt ?? new Date().toISOString(),
        }),
      });
    return [
      action('Refuse all', 'cranberry', ruling(`Refuse ${counted}`, 'refused', 'appeal_unfounded')),
      action(
        'Grant all in part',
        'outline',
        ruling(`Grant ${counted} in part`, 'partly_granted', 'status_withdrawn'),
      ),
    ];
  }
  const publish = action('Publish all', 'pine', () => send({ kind, ids, decision: 'publish', reason: '' }));
  if (kind === 'report')
    return [publish, action('Reject all', 'cranberry', () => send({ kind, ids, decision: 'reject' }))];
  const rejection = { title: `Reject ${counted}`, asks: 'Reason', text: rejectionTemplate, isOptional: true };
  const reject = () =>
    setOpen({
      form: rejection,
      decide: ({ text: reason }) => ({ kind, ids, decision: 'reject', reason }),
    });
  return [publish, action('Reject all', 'cranberry', reject)];
}
