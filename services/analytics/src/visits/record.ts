import type { VisitBatch } from '@naughty-list/contracts/visits';
import type { Knex } from 'knex';
import { monthOf } from '../calendar.ts';
import { createPartitions, isKept } from './partitions.ts';
import { readVisit } from './read-visit.ts';
import { claimBatch, insertVisits } from './repository.ts';
import { addToRollUps } from './roll-ups.ts';

/**
 * Stores a batch and adds it to every roll-up in one transaction. Returns the number of visits counted: 0 for a
 * repeated batch. Visits past the retention are counted but not stored.
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
  // Outside the batch's transaction, which must not wait while it holds the roll-up locks.
  await createPartitions(db, keptMonths);
  return db.transaction(async (transaction) => {
    if (!(await claimBatch(transaction, batch.batchId, now))) return 0;
    await insertVisits(transaction, kept);
    await addToRollUps(transaction, visits);
    return visits.length;
  });
}
