import {
  BULK_DECISION_MAX,
  decideTogether,
  type ReviewItem,
  type TogetherInput,
} from '@naughty-list/contracts/review';
import { formatWhole } from '@naughty-list/contracts/whole-number';
import { useState } from 'react';
import { showToast } from '../../../lib/toasts.ts';
import { Button } from '../../../ui/button.tsx';
import { adminApi } from '../session/admin-api.ts';
import { useChange } from '../use-change.ts';
import { useRestore } from '../use-restore.ts';
import { DecisionForm, type FormKind, type Written } from './decision-form.tsx';
import { keyOf, kindPlurals } from './review-api.ts';
import { type Action, ActionButtons } from './shortcuts.tsx';
import { reasonTemplates, rejectionTemplate } from './templates.ts';
import type { Review } from './use-review.ts';

type Kind = TogetherInput['kind'];

const kinds: readonly string[] = ['report', 'statement', 'appeal'] satisfies Kind[];

/** Whether entries of the kind can be decided alike. */
export const isSelectable = ({ kind }: ReviewItem): boolean => kinds.includes(kind);

type OpenForm = { form: FormKind; decide: (written: Written) => TogetherInput };

/** The chosen entries of the queue, and their one decision. */
export function useTogether({ items, readAt, say }: Review) {
  const restore = useRestore('Undo');
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const [open, write] = useState<OpenForm>();
  const chosen = items.filter((item) => keys.has(keyOf(item)));
  const [first] = chosen;
  const kind = first && chosen.every((item) => item.kind === first.kind) ? (first.kind as Kind) : undefined;
  const ids = chosen.flatMap((item) => item.ids);
  const clear = () => {
    setKeys(new Set());
    write(undefined);
  };

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

  return {
    items,
    chosen,
    kind,
    ids,
    open,
    isBusy,
    readAt,
    has: (item: ReviewItem) => keys.has(keyOf(item)),
    choose: (which: readonly ReviewItem[], isChosen: boolean) =>
      setKeys((old) => {
        const next = new Set(old);
        for (const item of which) isChosen ? next.add(keyOf(item)) : next.delete(keyOf(item));
        return next;
      }),
    clear,
    write,
    send,
  };
}

export type Together = ReturnType<typeof useTogether>;

/** Chooses entries and decides them alike, as one operation. */
export function TogetherBar({ together }: { together: Together }) {
  const { items, chosen, kind, ids, open, isBusy, clear, choose, write, send } = together;
  const selectable = items.filter(isSelectable);
  if (selectable.length === 0) return null;
  const isTooMany = ids.length > BULK_DECISION_MAX;
  return (
    <section aria-label="Decide several at once" className="grid gap-2">
      <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1">
        <label className="flex min-h-11 items-center gap-3 pr-2 font-bold">
          <input
            type="checkbox"
            checked={chosen.length === selectable.length}
            onChange={(event) => choose(selectable, event.target.checked)}
            className="ml-3 size-5 accent-pine-700"
          />
          All shown
        </label>
        <p aria-live="polite" className="figures text-ink-700">
          {chosen.length > 0 && `${formatWhole(ids.length)} selected`}
          {isTooMany && `; at most ${formatWhole(BULK_DECISION_MAX)} at once`}
          {chosen.length > 0 && !kind && '; show one kind to decide them together'}
        </p>
        {chosen.length > 0 && (
          <Button look="quiet" onClick={clear}>
            Clear selection
          </Button>
        )}
        {kind && !isTooMany && !open && <ActionButtons actions={actionsOn(kind, together)} isBusy={isBusy} />}
      </div>
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

/** The decisions on the chosen entries; a status is not set here, because each case gets its own. */
function actionsOn(kind: Kind, { ids, write, send, readAt }: Together): Action[] {
  const title = (verb: string) => `${verb} ${formatWhole(ids.length)} ${kindPlurals[kind].toLowerCase()}`;
  const publish = { key: '', label: 'Publish all', look: 'pine' } as const;
  const reject = { key: '', label: 'Reject all', look: 'cranberry' } as const;
  switch (kind) {
    case 'report':
      return [
        { ...publish, run: () => send({ kind, ids, decision: 'publish' }) },
        { ...reject, run: () => send({ kind, ids, decision: 'reject' }) },
      ];
    case 'statement':
      return [
        { ...publish, run: () => send({ kind, ids, decision: 'publish', reason: '' }) },
        {
          ...reject,
          run: () =>
            write({
              form: { title: title('Reject'), asks: 'Reason', text: rejectionTemplate, isOptional: true },
              decide: ({ text }) => ({ kind, ids, decision: 'reject', reason: text }),
            }),
        },
      ];
    case 'appeal': {
      const decide = (decision: 'partly_granted' | 'refused', verb: string): Action => {
        const rule = decision === 'refused' ? 'appeal_unfounded' : 'status_withdrawn';
        return {
          key: '',
          label: `${verb} all`,
          look: decision === 'refused' ? 'cranberry' : 'outline',
          run: () =>
            write({
              form: {
                title: title(verb),
                asks: 'Public reason',
                text: reasonTemplates[rule],
                ruling: { status: undefined, rule, isStatusFixed: true },
              },
              decide: ({ text, rule: chosen }) => ({
                kind,
                ids,
                decision,
                rule: chosen,
                reason: text,
                readAt: readAt ?? new Date().toISOString(),
              }),
            }),
        };
      };
      return [decide('refused', 'Refuse'), decide('partly_granted', 'Grant in part')];
    }
  }
}
