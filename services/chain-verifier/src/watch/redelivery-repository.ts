import type { Database } from '@naughty-list/service-kit/database/database';

/** Payments due for redelivery, longest overdue first. */
export async function dueRedeliveries(
  db: Database,
  { cluster, at, limit }: { cluster: string; at: Date; limit: number },
): Promise<{ signature: string; tellings: number }[]> {
  return db('found_transactions')
    .where({ cluster })
    .where('tell_again_at', '<=', at)
    .orderBy('tell_again_at')
    .limit(limit)
    .select('signature', 'tellings');
}

export async function recordRedelivery(
  db: Database,
  key: { cluster: string; signature: string },
  again: Date | null,
): Promise<void> {
  await db('found_transactions')
    .where(key)
    .update({ tell_again_at: again, tellings: db.raw('tellings + 1') });
}
