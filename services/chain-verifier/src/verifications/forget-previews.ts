import type { Database } from '@naughty-list/service-kit/database/database';
import { deleteInBatches } from '@naughty-list/service-kit/database/delete-in-batches';

/**
 * Deletes previews older than `before`, and evidence of that age that no claim has requested: anyone may preview any
 * transaction, so there is no obligation to keep them. Returns how many rows were deleted.
 */
export async function forgetPreviews(db: Database, before: Date, mayGoOn = () => true): Promise<number> {
  const previews = await deleteInBatches(db, {
    table: 'verifications',
    key: ['id'],
    where: (rows) => void rows.where({ purpose: 'look' }).where('received_at', '<', before),
    mayGoOn,
  });
  const claims = db('verifications as claim')
    .whereRaw("claim.signature = evidence.signature and claim.purpose <> 'look'")
    .select(db.raw('1'));
  const evidence = await deleteInBatches(db, {
    table: 'evidence',
    key: ['cluster', 'signature'],
    where: (rows) => void rows.where('stored_at', '<', before).whereNotExists(claims),
    mayGoOn,
  });
  return previews + evidence;
}
