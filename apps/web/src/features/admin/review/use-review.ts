import { ApiCallError } from '@naughty-list/api-client/api-call-error';
import { corroboratingRules, INDEPENDENT_MIN } from '@naughty-list/contracts/cases';
import { type ReviewedCase, type ReviewItem, reviewKinds } from '@naughty-list/contracts/review';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { errorText } from '../../../lib/error-text.ts';
import { showFailure, showToast } from '../../../lib/toasts.ts';
import { oneOf, pageOf, useAddress } from '../use-address.ts';
import { caseQuery, keyOf, queueQuery } from './review-api.ts';

/** With fewer items left, the queue is fetched again. */
const FEW = 20;

/** The open item: one of the queue, or a case by its number. */
export type Opened = { caseNumber: number; item: Pick<ReviewItem, 'kind' | 'id'> | undefined };

type Work = () => Promise<ReviewedCase>;

/** The queue, the open item and its decisions; after a decision the next item opens. */
export function useReview() {
  const queryClient = useQueryClient();
  const [address, change] = useAddress();
  const kind = oneOf(reviewKinds, address.show);
  const query = queueQuery(kind);
  const queue = useInfiniteQuery(query);
  const pages = queue.data?.pages ?? [];
  const items = pages.flatMap((page) => page.items);
  const opened = readOpened(address);
  const at = items.findIndex((item) => item.kind === opened?.item?.kind && item.ids.includes(opened.item.id));
  const [isBusy, setIsBusy] = useState(false);
  const [said, setSaid] = useState('');
  const undoable = useRef<{ item: ReviewItem; work: Work; label: string }>(undefined);

  const open = useCallback(
    (item: ReviewItem | undefined) =>
      void change({ kind: item?.kind, id: item && String(item.id), case: item && String(item.caseNumber) }),
    [change],
  );
  const openCase = (id: number) => void change({ kind: undefined, id: undefined, case: String(id) });
  const go = (step: 1 | -1) => {
    const next = items[at + step] ?? (step === 1 ? items[0] : items.at(-1));
    if (next) open(next);
  };

  const next = items[at + 1];
  useEffect(() => {
    if (next) void queryClient.prefetchQuery({ ...caseQuery(next.caseNumber), staleTime: 10_000 });
  }, [queryClient, next]);

  /** Takes what a decision settled out of the queue; returns what is left of the open item, or the next one. */
  async function settle(item: ReviewItem | undefined, after: ReviewedCase): Promise<ReviewItem | undefined> {
    await queryClient.cancelQueries({ queryKey: query.queryKey });
    const rest = (each: ReviewItem) => (each.caseNumber === after.report.id ? remaining(each, after) : each);
    const left = items.flatMap((each) => rest(each) ?? []);
    const settled = countOf(items) - countOf(left);
    queryClient.setQueryData(
      query.queryKey,
      (old) =>
        old && {
          ...old,
          pages: old.pages.map((page) => ({
            ...page,
            items: page.items.flatMap((each) => rest(each) ?? []),
            total: Math.max(0, page.total - settled),
          })),
        },
    );
    if (left.length < FEW) void queryClient.invalidateQueries({ queryKey: query.queryKey });
    const following = items.slice(at + 1).flatMap((each) => rest(each) ?? [])[0] ?? left[0];
    return item ? (rest(item) ?? following) : following;
  }

  /** One decision, or its undo, at a time. True if it was accepted. */
  async function send(work: Work, then: (after: ReviewedCase) => Promise<void>): Promise<boolean> {
    if (isBusy) return false;
    setIsBusy(true);
    try {
      const after = await work();
      queryClient.setQueryData(caseQuery(after.report.id).queryKey, after);
      await then(after);
      return true;
    } catch (error) {
      showFailure('Not decided', errorText(error, 'Could not be sent. Please try again.'));
      if (error instanceof ApiCallError && [404, 409].includes(error.status))
        await queryClient.invalidateQueries({ queryKey: ['admin', 'review'] });
      return false;
    } finally {
      setIsBusy(false);
    }
  }

  /** Sends a decision; `takeBack` undoes it. */
  const decide = (label: string, work: Work, takeBack?: Work): Promise<boolean> =>
    send(work, async (after) => {
      const item = items[at];
      setSaid(`${label}.`);
      const following = await settle(item, after);
      undoable.current = item && takeBack && { item, work: takeBack, label };
      if (item && (!following || keyOf(following) !== keyOf(item))) open(following);
    });

  async function undo(): Promise<void> {
    const last = undoable.current;
    if (!last)
      return void showToast({
        title: 'Nothing to undo',
        description: 'Only a decision to publish or reject a report or statement can be undone.',
      });
    await send(last.work, async () => {
      undoable.current = undefined;
      await queryClient.refetchQueries({ queryKey: query.queryKey });
      open(last.item);
      setSaid(`Undone: ${last.label}.`);
    });
  }

  const [first] = pages;
  return {
    queue,
    items,
    kind,
    show: (next: ReviewItem['kind'] | undefined) => void change({ show: next }),
    total: first?.total ?? 0,
    waiting: first?.waiting,
    needWord: first?.needWord ?? [],
    moderators: first?.moderators ?? 0,
    /** When the oldest page shown was read. */
    readAt: first?.at,
    opened,
    at,
    isBusy,
    said,
    say: setSaid,
    open,
    openCase,
    go,
    decide,
    undo,
  };
}

export type Review = ReturnType<typeof useReview>;

const countOf = (items: readonly ReviewItem[]) => items.reduce((sum, { count }) => sum + count, 0);

function readOpened(address: { readonly [name: string]: string | undefined }): Opened | undefined {
  if (address.case === undefined) return undefined;
  const kind = oneOf(reviewKinds, address.kind);
  return {
    caseNumber: pageOf(address.case),
    item: kind && address.id !== undefined ? { kind, id: pageOf(address.id) } : undefined,
  };
}

/** What of an item still awaits a decision. A case shows only some of its statements and appeals; the others wait. */
function remaining(item: ReviewItem, reviewed: ReviewedCase): ReviewItem | undefined {
  const ids = item.ids.filter((id) => isWaiting(item.kind, id, reviewed));
  const [id] = ids;
  return id === undefined
    ? undefined
    : { ...item, id, ids, count: item.count - item.ids.length + ids.length };
}

/** Whether a case is still corroborated by statements that are not public any more. */
function hasLostGrounds({ status, independence, changes }: ReviewedCase): boolean {
  const grounds = changes.find(
    (each) => each.status === 'corroborated' && corroboratingRules.includes(each.rule),
  );
  return (
    status === 'corroborated' &&
    grounds?.rule === 'independent_statements' &&
    independence.independent < INDEPENDENT_MIN
  );
}

function isWaiting(kind: ReviewItem['kind'], id: number, reviewed: ReviewedCase): boolean {
  const appeal = reviewed.appeals.find((each) => each.id === id);
  switch (kind) {
    case 'report':
      return reviewed.state === 'held';
    case 'statement':
      return (reviewed.statements.find((each) => each.id === id)?.state ?? 'held') === 'held';
    case 'appeal':
      return (appeal?.decision ?? null) === null;
    case 'proof':
      return !appeal || Boolean(appeal.proof.postUrl && !appeal.proof.provenAt && !appeal.decision);
    case 'reply':
      return reviewed.reply?.published === false;
    case 'status':
      return hasLostGrounds(reviewed);
  }
}
