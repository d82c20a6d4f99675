import {
  getReviewedCase,
  listReview,
  type ReviewedCase,
  type ReviewItem,
  type setCaseStatus,
} from '@naughty-list/contracts/review';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { adminApi, adminQueryOf } from '../session/admin-api.ts';

const MINUTE_MS = 60_000;

type Kind = ReviewItem['kind'];

/** The queue by pages, of one kind or all. */
export const queueQuery = (kind: Kind | undefined) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'review', 'queue', kind],
    queryFn: ({ pageParam: after, signal }) =>
      adminApi.call(listReview, { query: { ...(kind && { kind }), ...(after && { after }) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: MINUTE_MS,
  });

export const caseQuery = (id: number) =>
  adminQueryOf(['admin', 'review', 'case', id], getReviewedCase, { params: { id } });

type Endpoint = {
  body: { _zod: { input: unknown } };
  answers: { 200: typeof ReviewedCase } | { 201: typeof ReviewedCase };
};

/** Sends a decision; resolves to the updated case. */
export const decide = <E extends Endpoint>(endpoint: E, id: number, body: E['body']['_zod']['input']) =>
  adminApi.call(endpoint as unknown as typeof setCaseStatus, { params: { id }, body: body as never });

/** Identifies an item of the queue. */
export const keyOf = ({ kind, id }: Pick<ReviewItem, 'kind' | 'id'>): string => `${kind}-${id}`;

/** Names of a kind: of one item, and of the filter. */
export const kindLabels: Record<Kind, { one: string; many: string }> = {
  report: { one: 'Held report', many: 'Held reports' },
  statement: { one: 'Held statement', many: 'Held statements' },
  appeal: { one: 'Appeal', many: 'Appeals' },
  proof: { one: 'Proof to check', many: 'Proofs' },
  reply: { one: 'Reply to publish', many: 'Replies' },
  status: { one: 'Status to check', many: 'Statuses' },
};

export const holdReasons: Record<string, string> = {
  rate: 'its network sent many entries at once, or many like it came in about the same account',
  undone: 'a decision about it was undone',
  private_data: 'its text may contain private data',
  private_data_removed: 'its text contained private data, which has been removed',
  reporter: 'earlier contributions by its reporter were overturned',
  cleared: 'a moderator cleared the account within the last 30 days',
  compromised: 'a moderator found that the account was compromised',
  handle: 'the handle has changed hands: the text may be about the former or the new owner',
  same_post:
    'the report or another statement links to the same post; only one statement with that post can be public',
  loss: "the chain hasn't yet shown what the reporter's wallet sent",
  post: "X did not return the linked post, or returned another account's",
};

/** `overdue by 2 days`, `due in 3 hours`. */
export function dueText(dueAt: string, now: Date): string {
  const minutes = Math.round((Date.parse(dueAt) - now.getTime()) / MINUTE_MS);
  const amount = Math.abs(minutes);
  const [count, unit] =
    amount < 60
      ? [amount, 'minute']
      : amount < 48 * 60
        ? [Math.round(amount / 60), 'hour']
        : [Math.round(amount / 1440), 'day'];
  const text = `${count} ${unit}${count === 1 ? '' : 's'}`;
  return minutes < 0 ? `overdue by ${text}` : `due in ${text}`;
}
