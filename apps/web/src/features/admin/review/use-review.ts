import { ApiCallError } from '@naughty-list/api-client/api-call-error';
import type { ReviewedCase, ReviewItem } from '@naughty-list/contracts/review';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { errorText } from '../../../lib/error-text.ts';
import { showToast } from '../../../lib/toasts.ts';
import { pageOf, useAddress } from '../use-address.ts';
import { caseQuery, decisions, keyOf, queueQuery } from './review-api.ts';

/** With fewer items left, the queue is fetched again. */
const FEW = 20;

/** The open item: one of the queue, or a case by its number. */
export type Opened = { caseNumber: number; item: Pick<ReviewItem, 'kind' | 'id'> | undefined };

type Work = () => Promise<ReviewedCase>;

/** The queue, the open item and its decisions; after a decision the next item opens. */
export function useReview() {
  const queryClient = useQueryClient();
  const [address, change] = useAddress();
  const queue = useQuery(queueQuery);
  const items = queue.data?.items ?? [];
  const opened = readOpened(address);
  const at = opened?.item ? items.findIndex((item) => keyOf(item) === keyOf(opened.item as ReviewItem)) : -1;
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

  /** Removes the items that a decision settled from the queue; returns the next one. */
  async function settle(item: ReviewItem | undefined, after: ReviewedCase): Promise<ReviewItem | undefined> {
    await queryClient.cancelQueries({ queryKey: queueQuery.queryKey });
    const stays = (each: ReviewItem) => {
      if (each.caseNumber !== after.report.id) return true;
      // A case shows only its newest statements, so another one may still wait.
      return each === item || each.kind !== 'statement' ? isWaiting(each, after) : true;
    };
    const left = items.filter(stays);
    queryClient.setQueryData(
      queueQuery.queryKey,
      (old) => old && { items: left, total: Math.max(left.length, old.total - items.length + left.length) },
    );
    if (left.length < FEW) void queryClient.invalidateQueries({ queryKey: queueQuery.queryKey });
    return items.slice(at + 1).find(stays) ?? left[0];
  }

  async function fail(error: unknown): Promise<void> {
    showToast({
      title: 'Not decided',
      description: errorText(error, 'Could not be sent. Please try again.'),
      variant: 'destructive',
    });
    if (error instanceof ApiCallError && [404, 409].includes(error.status))
      await queryClient.invalidateQueries({ queryKey: ['admin', 'review'] });
  }

  /** Sends a decision; `takeBack` undoes it. True if it was accepted. */
  async function decide(label: string, work: Work, takeBack?: Work): Promise<boolean> {
    if (isBusy) return false;
    setIsBusy(true);
    try {
      const after = await work();
      queryClient.setQueryData(caseQuery(after.report.id).queryKey, after);
      const item = items[at];
      setSaid(`${label}.`);
      const following = await settle(item, after);
      if (item && !isWaiting(item, after)) {
        undoable.current = takeBack && { item, work: takeBack, label };
        open(following);
      }
      return true;
    } catch (error) {
      await fail(error);
      return false;
    } finally {
      setIsBusy(false);
    }
  }

  async function undo(): Promise<void> {
    const last = undoable.current;
    if (!last)
      return void showToast({
        title: 'Nothing to undo',
        description: 'Only publishing or rejecting a report or statement can be taken back.',
      });
    if (isBusy) return;
    setIsBusy(true);
    try {
      const after = await last.work();
      undoable.current = undefined;
      queryClient.setQueryData(caseQuery(after.report.id).queryKey, after);
      await queryClient.refetchQueries({ queryKey: queueQuery.queryKey });
      open(last.item);
      setSaid(`Undone: ${last.label}.`);
    } catch (error) {
      await fail(error);
    } finally {
      setIsBusy(false);
    }
  }

  return { queue, items, opened, at, isBusy, said, open, openCase, go, decide, undo, decisions };
}

export type Review = ReturnType<typeof useReview>;

const kinds: readonly string[] = ['report', 'statement', 'appeal', 'proof', 'reply'];

function readOpened(address: { readonly [name: string]: string | undefined }): Opened | undefined {
  if (address.case === undefined) return undefined;
  const isItem = kinds.includes(address.kind ?? '') && address.id !== undefined;
  return {
    caseNumber: pageOf(address.case),
    item: isItem ? { kind: address.kind as ReviewItem['kind'], id: pageOf(address.id) } : undefined,
  };
}

/** Whether an item still awaits a decision. */
function isWaiting({ kind, id }: ReviewItem, reviewed: ReviewedCase): boolean {
  const appeal = reviewed.appeals.find((each) => each.id === id);
  switch (kind) {
    case 'report':
      return reviewed.state === 'held';
    case 'statement':
      return reviewed.statements.some((each) => each.id === id && each.state === 'held');
    case 'appeal':
      return appeal?.decision === null;
    case 'proof':
      return Boolean(appeal?.proof.postUrl) && appeal?.proof.provenAt === null && appeal.decision === null;
    case 'reply':
      return reviewed.reply?.published === false;
  }
}
