import type { Knex } from 'knex';

/** Wallets whose signature would make a refused payment count. */
export async function up(db: Knex): Promise<void> {
  await db.raw('alter table verifications add column payers jsonb');
}
