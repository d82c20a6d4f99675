import type { Knex } from 'knex';

/** Demands that were lately asked for: their payments are looked for by their reference keys. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table requested_demands (
      reference_key text primary key,
      reference text not null,
      -- What is paid for (report:7); it says who owns the reference.
      subject text not null,
      requested_at timestamptz not null default now(),
      next_poll_at timestamptz not null default now(),
      polls integer not null default 0
    )`);
  await knex.raw(`
    -- Serves takeDueKeys and forgetRequested.
    create index requested_demands_newest on requested_demands (requested_at)`);
  await knex.raw(`
    alter table found_transactions
      -- The reference key by which it was found; those are read apart from what else is listed.
      add column reference_key text`);
}
