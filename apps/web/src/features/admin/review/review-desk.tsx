import type { ReviewItem } from '@naughty-list/contracts/review';
import { formatWhole } from '@naughty-list/contracts/whole-number';
import { type FormEvent, useRef } from 'react';
import { useNow } from '../../../lib/use-now.ts';
import { Button } from '../../../ui/button.tsx';
import { controlClasses } from '../../../ui/field.tsx';
import { ListFailed, ListLoading } from '../../../ui/list-states.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { CaseView } from './case-view.tsx';
import { dueText, keyOf, kindLabels } from './review-api.ts';
import { useShortcuts } from './shortcuts.tsx';
import { type Review, useReview } from './use-review.ts';

const MINUTE_MS = 60_000;

/** The review desk: the queue, earliest deadline first, or the open case. */
export function ReviewDesk() {
  const review = useReview();
  const { opened, said } = review;
  return (
    <section aria-labelledby="list-title" className="grid gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="list-title" className="text-2xl text-cranberry-700">
          Review
        </h2>
        <p role="status" className="text-ink-700">
          {said}
        </p>
      </div>
      {opened ? <CaseView review={review} opened={opened} /> : <Queue review={review} />}
    </section>
  );
}

function Queue({ review }: { review: Review }) {
  const { queue, items, open, openCase, undo } = review;
  const now = useNow(MINUTE_MS);
  const start = () => items[0] && open(items[0]);
  useShortcuts([
    { key: 'j', label: 'Open the first', look: 'gold', run: () => start() },
    { key: 'u', label: 'Undo the last decision', look: 'outline', run: () => void undo() },
  ]);
  if (queue.isPending) return <ListLoading text="Loading the queue..." />;
  if (queue.isError)
    return (
      <ListFailed
        title="Failed to fetch the queue"
        error={queue.error}
        onRetry={() => void queue.refetch()}
      />
    );
  const { total } = queue.data;
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <p className="figures">
          {formatWhole(total)} waiting, oldest deadline first
          {total > items.length && `; the first ${items.length} are shown`}
        </p>
        <OpenCase onOpen={openCase} />
      </div>
      {items.length === 0 ? (
        <Notice title="Nothing to review">
          <p>All reports, statements, appeals, proofs and replies have been decided.</p>
        </Notice>
      ) : (
        <ol className="border-b border-parchment-400">
          {items.map((item) => (
            <QueueRow key={keyOf(item)} item={item} now={now} onOpen={() => open(item)} />
          ))}
        </ol>
      )}
    </>
  );
}

function QueueRow({ item, now, onOpen }: { item: ReviewItem; now: Date; onOpen: () => void }) {
  const due = dueText(item.dueAt, now);
  return (
    <li className="border-t border-parchment-400">
      <button
        type="button"
        onClick={onOpen}
        className="grid w-full grid-cols-[1fr_auto] items-baseline gap-x-4 rounded-sm px-2 py-3 text-left hover:bg-parchment-300/30 md:grid-cols-[10rem_12rem_1fr_auto]"
      >
        <span className="font-bold">{kindLabels[item.kind]}</span>
        <span className="max-md:order-3 max-md:col-span-2">@{item.username}</span>
        <span className="truncate text-ink-700 max-md:order-4 max-md:col-span-2">{item.summary}</span>
        <span
          className={
            due.startsWith('overdue') ? 'figures font-bold text-cranberry-700' : 'figures text-ink-700'
          }
        >
          {due}
        </span>
      </button>
    </li>
  );
}

/** Opens a case that is not in the queue, by its report's number. */
function OpenCase({ onOpen }: { onOpen: (id: number) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const id = Number(field.current?.value);
    if (Number.isInteger(id) && id > 0) onOpen(id);
  };
  return (
    <form onSubmit={submit} className="flex items-end gap-2">
      <label className="grid gap-1 font-bold">
        Case number
        <input
          ref={field}
          inputMode="numeric"
          pattern="[1-9][0-9]{0,6}"
          required
          className={`${controlClasses} max-w-32`}
        />
      </label>
      <Button look="outline" type="submit">
        Open
      </Button>
    </form>
  );
}
