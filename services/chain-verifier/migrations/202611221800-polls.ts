import type { Knex } from 'knex';

/** Claims whose transaction is not final yet are looked up together, by one poller, instead of by a job each. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table verifications
      -- When the poller looks its transaction up next; nothing while a job is on it.
      add column poll_at timestamptz,
      -- How often it was looked up: each job that the poller adds has an id of its own.
      add column polls integer not null default 0,
      -- Of the call that asked for it.
      add column request_id text`);
}
