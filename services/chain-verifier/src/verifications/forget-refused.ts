import type { Database } from '@naughty-list/service-kit/database/database';
import { deleteInBatches } from '@naughty-list/service-kit/database/delete-in-batches';

/**
 * Deletes claims that were refused before a time. Accepted claims stay forever, because they keep a transaction from
 * paying twice, and pending ones until they are decided. A refusal blocks nothing: the same transaction may be claimed
 * and judged again. Its evidence is deleted with that of previews. Returns how many were deleted.
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
