import type { Knex } from 'knex';

/** Solved proofs of work, each of which counts once, for all copies of the gateway. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table used_challenges (id text primary key, expires_at timestamptz not null);

    -- Serves redeem: those that have expired are forgotten.
    create index used_challenges_expiry on used_challenges (expires_at);
  `);
}
