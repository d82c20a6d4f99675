import type { JobPayload } from '@naughty-list/contracts/job';
import type { recordVisitsJob } from '@naughty-list/contracts/visits';
import type { Knex } from 'knex';
import { addToHitCount, claimBatch, forgetBatches, insertVisits } from './repository.ts';

type Batch = JobPayload<typeof recordVisitsJob>;

const DAY_MS = 24 * 3_600_000;
// Longer than a failed job is kept for an operator to start it again.
const REMEMBER_BATCHES_MS = 30 * DAY_MS;

/** Stores a batch and counts it, both or neither. Answers how many were counted: 0 when it was delivered before. */
export async function recordVisits(db: Knex, { batchId, visits }: Batch, now: Date): Promise<number> {
  return db.transaction(async (transaction) => {
    if (!(await claimBatch(transaction, batchId, now))) return 0;
    await insertVisits(transaction, visits);
    await addToHitCount(transaction, visits.length);
    await forgetBatches(transaction, new Date(now.getTime() - REMEMBER_BATCHES_MS));
    return visits.length;
  });
}
