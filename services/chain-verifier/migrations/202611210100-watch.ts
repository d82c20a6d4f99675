import type { Knex } from 'knex';

/** What the watcher has seen: how far it has come with each address, and the transactions it has still to read. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table watch_lease (
      id smallint primary key default 1 check (id = 1),
      holder text not null,
      expires_at timestamptz not null
    )`);
  await knex.raw(`
    create table watched_addresses (
      cluster text not null,
      address text not null,
      -- Transactions of earlier slots are none of the watcher's business.
      since_slot bigint not null,
      -- The newest transaction up to which every one is in found_transactions, and the next older one.
      cursor_signature text,
      cursor_slot bigint,
      anchor_signature text,
      moved_at timestamptz,
      primary key (cluster, address),
      check ((cursor_signature is null) = (cursor_slot is null))
    )`);
  await knex.raw(`
    create table found_transactions (
      cluster text not null,
      signature text not null,
      slot bigint not null,
      found_at timestamptz not null,
      due_at timestamptz not null,
      attempts integer not null default 0,
      -- Why it could not be read so far.
      code text,
      handled_at timestamptz,
      primary key (cluster, signature)
    )`);
  await knex.raw(`
    -- Serves dueTransactions.
    create index found_transactions_due on found_transactions (cluster, due_at, slot) where handled_at is null`);
  await knex.raw(`
    -- Serves forgetFound.
    create index found_transactions_handled on found_transactions (handled_at) where handled_at is not null`);
}
