import { ApiCallError, errorText } from '@naughty-list/api-client/client';
import { type ReviewedCase, type ReviewItem, reviewKinds } from '@naughty-list/contracts/review';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { showFailure, showToast } from '../../../lib/toasts.ts';
import { oneOf, pageOf, useAddress } from '../use-address.ts';
import { keepFocus } from '../use-change.ts';
import type { Decision } from './case-decisions.ts';
import { caseQuery, keyOf, queueQuery } from './review-api.ts';

/** The open item: one of the queue, or a case by its number. */
export type Opened = { caseNumber: number; item: Pick<ReviewItem, 'kind' | 'id'> | undefined };

type SendDecision = () => Promise<ReviewedCase>;

/** State of the review desk: the queue, the open item, and sending decisions, after which the next item opens. */
export function useReview() {
  const queryClient = useQueryClient();
  const [address, change] = useAddress();
  const kind = oneOf(reviewKinds, address.show);
  const query = queueQuery(kind);
  const queue = useInfiniteQuery(query);
  const items = itemsOf(queue.data?.pages);
  const opened = readOpened(address);
  const at = items.findIndex((item) => item.kind === opened?.item?.kind && item.ids.includes(opened.item.id));
  const [isBusy, setIsBusy] = useState(false);
  const [statusText, setStatusText] = useState('');
  const undoable = useRef<{ item: ReviewItem; work: SendDecision; done: string }>(undefined);

  const open = useCallback(
    (item: ReviewItem | undefined) =>
      void change({
        kind: item?.kind,
        id: item && String(item.id),
        case: item && String(item.caseNumber),
      }).then(keepFocus),
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

  /** Sends a decision or its undo, one at a time. Resolves to whether it was accepted. */
  async function send(work: SendDecision, onSuccess: () => Promise<void>): Promise<boolean> {
    if (isBusy) return false;
    setIsBusy(true);
    try {
      const after = await work();
      queryClient.setQueryData(caseQuery(after.report.id).queryKey, after);
      await onSuccess();
      return true;
    } catch (error) {
      showFailure('Not decided', errorText(error, 'Could not be sent. Please try again.'));
      if (error instanceof ApiCallError && [404, 409].includes(error.status))
        await queryClient.invalidateQueries({ queryKey: ['admin', 'review'] });
      return false;
    } finally {
      setIsBusy(false);
      keepFocus();
    }
  }

  /** Sends a decision; then stays at what is left of the item, or opens the next one. */
  const decide = ({ done, undo }: Pick<Decision, 'done' | 'undo'>, work: SendDecision): Promise<boolean> =>
    send(work, async () => {
      const item = items[at];
      await queryClient.invalidateQueries({ queryKey: ['admin', 'review', 'queue'] });
      setStatusText(`${done}.`);
      undoable.current = item && undo && { item, work: undo, done };
      if (!item) return;
      const left = itemsOf(queryClient.getQueryData(query.queryKey)?.pages);
      const isLeft = (one: ReviewItem) => (other: ReviewItem) =>
        one.kind === other.kind && one.caseNumber === other.caseNumber;
      const [following = left[0]] = items.slice(at).flatMap((each) => left.find(isLeft(each)) ?? []);
      if (!following || keyOf(following) !== keyOf(item)) open(following);
    });

  async function undo(): Promise<void> {
    const last = undoable.current;
    if (!last)
      return void showToast({
        title: 'Nothing to undo',
        description:
          'Here you can undo only your latest decision to publish or reject a report or statement. Admins can undo other decisions in the audit log.',
      });
    await send(last.work, async () => {
      undoable.current = undefined;
      await queryClient.invalidateQueries({ queryKey: ['admin', 'review', 'queue'] });
      open(last.item);
      setStatusText(`Undone: ${last.done}. It now waits for a decision.`);
    });
  }

  return {
    queue,
    items,
    kind,
    show: (next: ReviewItem['kind'] | undefined) => void change({ show: next }),
    /** The first page, with the counts of the whole queue. */
    first: queue.data?.pages[0],
    opened,
    at,
    isBusy,
    statusText,
    setStatusText,
    open,
    openCase,
    go,
    decide,
    undo,
  };
}

export type Review = ReturnType<typeof useReview>;

const itemsOf = (pages: readonly { items: ReviewItem[] }[] = []) => pages.flatMap(({ items }) => items);

function readOpened(address: { readonly [name: string]: string | undefined }): Opened | undefined {
  if (address.case === undefined) return undefined;
  const kind = oneOf(reviewKinds, address.kind);
  return {
    caseNumber: pageOf(address.case),
    item: kind && address.id !== undefined ? { kind, id: pageOf(address.id) } : undefined,
  };
}
