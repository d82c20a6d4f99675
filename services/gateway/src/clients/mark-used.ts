import type { Knex } from 'knex';

const HOUR_MS = 3_600_000;

/**
 * Marks a solved challenge as used; false when any gateway has already accepted it. Kept for an hour after its end, as
 * clocks differ.
 */
export async function markUsed(db: Knex, id: string, expiresAt: Date): Promise<boolean> {
  await db('kept_rate_limits').where('ends_at', '<', db.fn.now()).delete();
  const rows = await db('kept_rate_limits')
    .insert({ key: `challenge ${id}`, count: 1, ends_at: new Date(expiresAt.getTime() + HOUR_MS) })
    .onConflict('key')
    .ignore()
    .returning('key');
  return rows.length === 1;
}
