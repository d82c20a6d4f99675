import { ApiError } from '@naughty-list/contracts/errors';
import { type ReviewedStatement, reviewTexts } from '@naughty-list/contracts/review';
import { isDuplicate } from '@naughty-list/service-kit/database/database';
import type { Knex } from 'knex';
import { recordChanges } from '../record/ledger/append.ts';
import { renewNames, tracesOfStatements } from '../register/traces.ts';
import type { StatementRow } from './read-case.ts';

export type StatementState = ReviewedStatement['state'];

export const stateOfStatement = (row: StatementRow): StatementState =>
  row.held_at ? 'held' : row.published_at ? 'published' : 'rejected';

type Change = {
  id: number;
  from: StatementState;
  to: StatementState;
  reason: string | null;
  /** Whether a moderator has read it as it is. */
  isReviewed: boolean;
  /** Whether it took the report's place as the first entry of its case. */
  isLed?: boolean;
};

/**
 * Sets the state of a locked statement and of its contribution, and records the change for ledger, feeds and caches.
 *
 * @throws ApiError post_already_stated when its post is part of the case by another statement now
 */
export async function setState(trx: Knex.Transaction, change: Change): Promise<void> {
  const { id, from, to, reason, isReviewed, isLed } = change;
  const update = {
    held_at: to === 'held' ? trx.fn.now() : null,
    published_at: to === 'published' ? trx.raw('coalesce(published_at, now())') : null,
    reviewed_at: isReviewed ? trx.fn.now() : null,
    rejected_at: to === 'rejected' ? trx.fn.now() : null,
    reject_reason: to === 'rejected' ? reason : null,
  };
  try {
    await trx.transaction((inner) => inner('statements').where({ id }).update(update));
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw new ApiError('post_already_stated', reviewTexts.postStated);
  }
  await renewNames(trx, tracesOfStatements(trx, [id]).select('report_id'));
  // Reading one that is public begins nothing: the audit must report one that was made up.
  const isRead = from === 'published' && to === 'published';
  await recordChanges(trx, { statements: [id] }, [
    ...(['reading', 'names'] as const),
    ...(isRead ? [] : (['statement'] as const)),
    ...(isLed ? (['lead'] as const) : []),
  ]);
  await trx('contributions')
    .where({ kind: 'statement', subject_id: id })
    .update({
      overturned_at: from === 'published' && to === 'rejected' ? trx.fn.now() : null,
      ...((from === 'held' || to === 'held') && { held: to !== 'published' }),
    });
}
