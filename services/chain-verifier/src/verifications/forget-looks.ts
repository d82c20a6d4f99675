import type { Database } from '@naughty-list/service-kit/database';

const BATCH = 1_000;

/**
 * Deletes looks that are older than `before`, and evidence of that age that no claim has asked for: anybody may look at
 * any transaction, and none of it is owed to anybody. Answers how many rows went; at most a batch of each at a time.
 */
export async function forgetLooks(db: Database, before: Date): Promise<number> {
  const looks = await db('verifications')
    .whereIn(
      'id',
      db('verifications')
        .select('id')
        .where({ purpose: 'look' })
        .where('received_at', '<', before)
        .limit(BATCH),
    )
    .delete();
  const evidence = await db.raw(
    `delete from evidence where (cluster, signature) in (
       select cluster, signature from evidence old
       where stored_at < ? and not exists (
         select from verifications where signature = old.signature and purpose <> 'look')
       limit ?)`,
    [before, BATCH],
  );
  return looks + evidence.rowCount;
}
