import type { Knex } from 'knex';

/** A payment that was told is told again now and then: the queue may have lost what it was given. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table found_transactions
      add column tell_again_at timestamptz,
      -- How often it was told again.
      add column tellings smallint not null default 0`);
  await knex.raw(`
    -- Serves takeTold.
    create index found_transactions_told on found_transactions (cluster, tell_again_at) where tell_again_at is not null`);
}
