import type { VisitBatch } from '@naughty-list/contracts/visits';
import type { Knex } from 'knex';
import { monthOf } from '../calendar.ts';
import { ensureMonths, isKept } from './partitions.ts';
import { readVisit } from './read-visit.ts';
import { claimBatch, insertVisits } from './repository.ts';
import { addToRollUps } from './roll-ups.ts';
import { tally } from './tally.ts';

/**
 * Stores a batch and counts it in every roll-up, all or nothing. Answers how many were counted: 0 when it was delivered before.
 * Visits that come later than they would be kept are counted, not stored.
 */
export async function recordVisits(
  db: Knex,
  batch: VisitBatch,
  { now, retentionDays }: { now: Date; retentionDays: number },
): Promise<number> {
  const visits = batch.visits.map((visit) => readVisit(visit, now));
  const months = new Set(visits.map(({ day }) => monthOf(day)));
  const keptMonths = new Set([...months].filter((month) => isKept(month, now, retentionDays)));
  const kept = visits.filter(({ day }) => keptMonths.has(monthOf(day)));
  // Before the batch's own transaction: it must not wait for anybody while it holds the roll-ups.
  await ensureMonths(db, keptMonths);
  return db.transaction(async (transaction) => {
    if (!(await claimBatch(transaction, batch.batchId, now))) return 0;
    await insertVisits(transaction, kept);
    await addToRollUps(transaction, tally(visits));
    return visits.length;
  });
}
