import { allowDecisions, type ReviewItem, reviewKinds } from '@naughty-list/contracts/review';
import { formatWhole } from '@naughty-list/contracts/tokens';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { classes } from '../../../lib/classes.ts';
import { useNow } from '../../../lib/time.ts';
import { Button } from '../../../ui/button.tsx';
import { ButtonChoice } from '../../../ui/button-choice.tsx';
import { controlClasses, Form, SelectField } from '../../../ui/field.tsx';
import { Loaded, Notice } from '../../../ui/states.tsx';
import { counted } from '../list.tsx';
import { Prompt, TabPage, Tool } from '../parts.tsx';
import { SelectEntry } from '../selection.tsx';
import { adminApi, statusQuery } from '../session/admin-api.ts';
import { useChange } from '../use-change.ts';
import { CaseView } from './case-view.tsx';
import { dueText, keyOf, kindLabels } from './review-api.ts';
import { useShortcuts } from './shortcuts.tsx';
import { isSelectable, type Together, TogetherBar, useTogether } from './together.tsx';
import { type Review, useReview } from './use-review.ts';

/** The review desk: the queue or the open case. */
export function ReviewDesk() {
  const review = useReview();
  const { opened, statusText } = review;
  const status = (
    <p role="status" className="text-ink-700">
      {statusText}
    </p>
  );
  return (
    <TabPage title="Review" beside={status}>
      {opened ? <CaseView review={review} opened={opened} /> : <Queue review={review} />}
    </TabPage>
  );
}

function Queue({ review }: { review: Review }) {
  const { queue, items, open, openCase, undo, kind, first } = review;
  const together = useTogether(review);
  useShortcuts([
    { key: 'j', label: 'Open the first', run: () => items[0] && open(items[0]) },
    { key: 'u', label: 'Undo the last decision', run: () => void undo() },
  ]);
  return (
    <Loaded query={queue} text="Loading the queue…" failure="Failed to fetch the queue">
      {() => (
        <>
          <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
            <p className="figures">
              {formatWhole(first?.total ?? 0)} waiting. Proven accounts come first, then networks with the
              fewest waiting, by deadline.
            </p>
            <OpenCase onOpen={openCase} />
          </div>
          <DecisionLimits review={review} />
          <Kinds review={review} />
          {items.length === 0 ? (
            <Notice title="Nothing to review">
              <p>
                {kind
                  ? 'Nothing of this kind is waiting.'
                  : 'No held scammer report or statement, appeal, proof, reply or status is waiting.'}
              </p>
            </Notice>
          ) : (
            <>
              <TogetherBar together={together} />
              <ol className="border-b border-parchment-400">
                {items.map((item) => (
                  <QueueRow key={keyOf(item)} item={item} together={together} onOpen={() => open(item)} />
                ))}
              </ol>
              {queue.hasNextPage && (
                <Button
                  look="outline"
                  aria-disabled={queue.isFetchingNextPage}
                  onClick={() => !queue.isFetchingNextPage && void queue.fetchNextPage()}
                  className="w-fit"
                >
                  {queue.isFetchingNextPage ? 'Loading…' : 'Show more'}
                </Button>
              )}
            </>
          )}
        </>
      )}
    </Loaded>
  );
}

/** The filter by kind, with the number of waiting items. */
function Kinds({ review: { kind, show, first } }: { review: Review }) {
  const kinds = reviewKinds.map((value) => ({
    value,
    label: `${kindLabels[value].many} ${formatWhole(first?.waiting[value] ?? 0)}`,
  }));
  return (
    <ButtonChoice<ReviewItem['kind'] | undefined>
      legend={<span className="sr-only">Show</span>}
      value={kind}
      choices={[{ value: undefined, label: 'All' }, ...kinds]}
      onChoose={show}
    />
  );
}

type RowProps = { item: ReviewItem; together: Together; onOpen: () => void };

/** An item of the queue; the kinds that are decided one by one cannot be selected. */
function QueueRow({ item, together: { selection }, onOpen }: RowProps) {
  const now = useNow();
  const isChosen = selection.has(item);
  const due = dueText(item.dueAt, now);
  const { kind, count, proven, username } = item;
  const name = `${kindLabels[kind].one}${count > 1 ? ` × ${formatWhole(count)}` : ''}`;
  return (
    <li className={classes('flex border-t border-parchment-400', isChosen && 'bg-parchment-300/50')}>
      <span className="flex w-11 shrink-0 items-center justify-center">
        {isSelectable(item) && (
          <SelectEntry
            label={`Select ${name}: @${username}`}
            isChosen={isChosen}
            onChoose={(choice) => selection.choose([item], choice)}
          />
        )}
      </span>
      <button
        type="button"
        onClick={onOpen}
        className="grid min-w-0 grow grid-cols-[1fr_auto] items-baseline gap-x-4 rounded-sm px-2 py-3 text-left hover:bg-parchment-300/30 md:grid-cols-[13rem_12rem_1fr_auto]"
      >
        <span className="font-bold">
          {name}
          {kind === 'appeal' && (
            <span className="block font-normal text-ink-700">
              {proven ? 'from the account' : 'sender not proven'}
            </span>
          )}
        </span>
        <span className="handle max-md:order-3 max-md:col-span-2">@{username}</span>
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
  const submit = () => {
    const id = Number(field.current?.value);
    if (Number.isInteger(id) && id > 0) onOpen(id);
  };
  return (
    <Form noValidate={false} onSubmit={submit} className="flex items-end gap-2">
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
    </Form>
  );
}

const ALLOWANCE = 10;

/**
 * Moderators at their daily limit of consequential decisions, and a button for another moderator to allow more; a tool allows as
 * many as taking down a flood needs.
 */
function DecisionLimits({ review: { first } }: { review: Review }) {
  const { data: status } = useQuery(statusQuery);
  const self = status?.username;
  const mayAllow = (who: string) =>
    who !== self || (status?.role === 'admin' && (first?.moderators ?? 0) <= 1);
  const allow = useChange({
    failure: 'Not allowed',
    work: (body: { who: string; count: number }) => adminApi.call(allowDecisions, { body }),
    done: (_, { who, count }) => ({
      title: `${who} may make ${counted(count, { one: 'more decision', many: 'more decisions' })}`,
    }),
  });
  const others = first?.active?.filter(mayAllow) ?? [];
  return (
    <>
      {first?.needWord.map(({ who, decisions }) => (
        <div
          key={who}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-sm border-l-8 border-gold-600 bg-parchment-50 p-3"
        >
          <p className="min-w-0 grow basis-64">
            In the last 24 hours, <strong>{who === self ? 'you have' : `${who} has`}</strong> made {decisions}{' '}
            decisions to change a case or take down an entry.{' '}
            {who !== self
              ? 'Check them in the audit log before you allow more.'
              : mayAllow(who)
                ? 'There is no other account to ask, so you may allow more yourself. This is logged.'
                : 'Another moderator must allow more.'}
          </p>
          {mayAllow(who) && (
            <Button look="outline" onClick={() => allow.run({ who, count: ALLOWANCE })}>
              Allow {ALLOWANCE} more
            </Button>
          )}
        </div>
      ))}
      {others.length > 0 && (
        <Tool title="Allow many decisions at once">
          <AllowMany others={others} onAllow={allow.run} />
        </Tool>
      )}
    </>
  );
}

type AllowManyProps = { others: string[]; onAllow: (body: { who: string; count: number }) => void };

function AllowMany({ others, onAllow }: AllowManyProps) {
  const [chosen, setChosen] = useState('');
  const who = others.includes(chosen) ? chosen : (others[0] ?? '');
  return (
    <Prompt
      label="How many more"
      hint="To take down a flood of entries. Look at them first."
      inputMode="numeric"
      action="Allow"
      onSend={async (typed) => {
        const count = Number(typed);
        if (!allowDecisions.body.shape.count.safeParse(count).success) throw new Error('Enter 1 to 1,000');
        onAllow({ who, count });
      }}
    >
      <SelectField
        label="Moderator"
        value={who}
        choices={others.map((name) => ({ value: name, label: name }))}
        onChoose={setChosen}
      />
    </Prompt>
  );
}
