import type { Knex } from 'knex';

/** Marks a solved challenge as used; false when any gateway has already accepted it. */
export async function markUsed(db: Knex, id: string, expiresAt: Date): Promise<boolean> {
  await db('used_challenges').where('expires_at', '<', db.raw("now() - interval '1 hour'")).delete();
  const rows = await db('used_challenges')
    .insert({ id, expires_at: expiresAt })
    .onConflict('id')
    .ignore()
    .returning('id');
  return rows.length === 1;
}
