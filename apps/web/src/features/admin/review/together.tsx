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
import { useChange } from '../use-change.ts';
import { useRestore } from '../use-restore.ts';
import { DecisionForm, type FormKind, type Written } from './decision-form.tsx';
import { keyOf, kindLabels } from './review-api.ts';
import { type Action, ActionButtons } from './shortcuts.tsx';
import { reasonTemplates, rejectionTemplate } from './templates.ts';
import type { Review } from './use-review.ts';

type Kind = TogetherInput['kind'];

const kinds: readonly string[] = ['report', 'statement', 'appeal'] satisfies Kind[];

/** Whether entries of the kind can be decided alike. */
export const isSelectable = ({ kind }: ReviewItem): boolean => kinds.includes(kind);

type OpenForm = { form: FormKind; decide: (written: Written) => TogetherInput };

/** The chosen entries of the queue, and their one decision. */
export function useTogether({ items, first: page, say }: Review) {
  const restore = useRestore('Undo');
  const [open, write] = useState<OpenForm>();
  const ofQueue = useSelection(keyOf);
  const clear = () => {
    ofQueue.clear();
    write(undefined);
  };
  const selection = { ...ofQueue, clear };
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
      say(`${formatWhole(decided.length)} decided.${left}`);
      showToast({
        title: `${formatWhole(decided.length)} decided together`,
        ...(left && { description: left.trim(), variant: 'destructive' }),
        ...(operationId && {
          action: {
            label: 'Undo',
            altText: 'Undo it in the audit log',
            onSelect: () => restore.run(operationId),
          },
        }),
        durationMs: 10_000,
      });
      clear();
    },
  });

  return { items, selection, kind, ids, open, isBusy, readAt: page?.at, write, send };
}

export type Together = ReturnType<typeof useTogether>;

/** Chooses entries and decides them alike, as one operation. */
export function TogetherBar({ together }: { together: Together }) {
  const { items, selection, kind, ids, open, isBusy, write, send } = together;
  const selectable = items.filter(isSelectable);
  if (selectable.length === 0) return null;
  const isFit = ids.length <= BULK_DECISION_MAX;
  return (
    <section aria-label="Decide several at once" className="grid gap-2">
      <SelectionBar
        label="All shown"
        shown={selectable}
        selection={selection}
        count={ids.length}
        max={BULK_DECISION_MAX}
        note={ids.length > 0 && !kind && '; show one kind to decide them together'}
      >
        {kind && isFit && !open && <ActionButtons actions={actionsOn(kind, together)} isBusy={isBusy} />}
      </SelectionBar>
      {open && (
        <DecisionForm
          form={open.form}
          heading="h3"
          isBusy={isBusy}
          onSend={(written) => send(open.decide(written))}
          onClose={() => write(undefined)}
        />
      )}
    </section>
  );
}

/** The decisions on the chosen entries. They set no status, because each case needs its own. */
function actionsOn(kind: Kind, { ids, write, send, readAt }: Together): Action[] {
  const all = (verb: string, look: NonNullable<Action['look']>, run: () => void): Action => ({
    key: '',
    label: `${verb} all`,
    look,
    run,
  });
  const title = (verb: string) => `${verb} ${formatWhole(ids.length)} ${kindLabels[kind].many.toLowerCase()}`;
  if (kind === 'report')
    return [
      all('Publish', 'pine', () => send({ kind, ids, decision: 'publish' })),
      all('Reject', 'cranberry', () => send({ kind, ids, decision: 'reject' })),
    ];
  if (kind === 'statement') {
    const form = { title: title('Reject'), asks: 'Reason', text: rejectionTemplate, isOptional: true };
    const decide = ({ text: reason }: Written) => ({ kind, ids, decision: 'reject' as const, reason });
    return [
      all('Publish', 'pine', () => send({ kind, ids, decision: 'publish', reason: '' })),
      all('Reject', 'cranberry', () => write({ form, decide })),
    ];
  }
  const form = (verb: string, rule: CaseRule): FormKind => ({
    title: title(verb),
    asks: 'Public reason',
    text: reasonTemplates[rule],
    ruling: { status: undefined, rule, isStatusFixed: true },
  });
  const decide =
    (decision: 'partly_granted' | 'refused') =>
    ({ text: reason, rule }: Written) => ({
      kind,
      ids,
      decision,
      rule,
      reason,
      readAt: readAt ?? new Date().toISOString(),
    });
  return [
    all('Refuse', 'cranberry', () =>
      write({ form: form('Refuse', 'appeal_unfounded'), decide: decide('refused') }),
    ),
    all('Grant in part', 'outline', () =>
      write({ form: form('Grant in part', 'status_withdrawn'), decide: decide('partly_granted') }),
    ),
  ];
}
