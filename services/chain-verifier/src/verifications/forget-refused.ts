import type { Database } from '@naughty-list/service-kit/database/database';
import { deleteInBatches } from '@naughty-list/service-kit/database/delete-in-batches';

/**
 * Deletes claims that were refused before a time. Accepted ones stay for ever, since they are what keeps a transaction from
 * paying twice, and pending ones until they are decided. A refusal stands in nobody's way: the same transaction may be claimed
 * anew, and would be judged anew. What its evidence rests on goes with the looks'. Answers how many went.
 */
export async function forgetRefused(db: Database, before: Date, mayGoOn = () => true): Promise<number> {
  return deleteInBatches(db, {
    table: 'verifications',
    key: ['id'],
    where: (rows) =>
      void rows.where({ outcome: 'rejected' }).whereNot({ purpose: 'look' }).where('judged_at', '<', before),
    mayGoOn,
  });
}
