import type { Knex } from 'knex';

/**
 * What payments are judged by besides the settings of today: every price there has been and since when, every prefix of
 * references, and when the database was restored. The lowest prices, which hold for what was paid so far, go on as the first of
 * each kind; their table is not used from here on.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table price_changes (
      id bigint generated always as identity primary key,
      contract_address text not null,
      queue text not null check (queue in ('reports', 'membership')),
      tokens numeric(16) not null,
      -- From when it holds; the first of all has held since ever.
      since timestamptz not null
    )`);
  await knex.raw(`
    insert into price_changes (contract_address, queue, tokens, since)
    select contract_address, queue, tokens, to_timestamp(0) from lowest_prices`);
  await knex.raw(`
    create table reference_prefixes (
      queue text not null check (queue in ('reports', 'membership')),
      prefix text not null,
      first_used_at timestamptz not null default now(),
      primary key (queue, prefix)
    )`);
  await knex.raw(`
    -- Written by infra/deploy/server/bin/skip-lost-numbers.sql, and at a start that finds the rows in another database.
    create table restores (
      id bigint generated always as identity primary key,
      restored_at timestamptz not null default now()
    )`);
  await knex.raw(`
    create table database_identity (
      only_one boolean primary key default true check (only_one),
      identity text not null
    )`);
}
