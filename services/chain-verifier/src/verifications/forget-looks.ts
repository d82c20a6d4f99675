import type { Database } from '@naughty-list/service-kit/database/database';
import { deleteInBatches } from '@naughty-list/service-kit/database/delete-in-batches';

/**
 * Deletes looks that are older than `before`, and evidence of that age that no claim has asked for: anybody may look at
 * any transaction, and none of it is owed to anybody. Answers how many rows went.
 */
export async function forgetLooks(db: Database, before: Date, mayGoOn = () => true): Promise<number> {
  const looks = await deleteInBatches(db, {
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
  return looks + evidence;
}
