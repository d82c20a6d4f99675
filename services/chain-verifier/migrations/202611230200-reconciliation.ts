import type { Knex } from 'knex';

/** What the watcher saw being burned or sent to the burn wallet, and how far accepted payments are compared with the chain. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table observed_burns (
      cluster text not null,
      signature text not null,
      slot bigint not null,
      -- Base units.
      burned numeric(39, 0) not null,
      credited numeric(39, 0) not null,
      observed_at timestamptz not null default now(),
      primary key (cluster, signature)
    )`);
  await knex.raw(`
    create table reconciliation (
      only_one boolean primary key default true check (only_one),
      -- Burns of before are not observed.
      observed_since timestamptz not null default now(),
      -- One process works at a time; after a crash, the next one goes on from here.
      busy_until timestamptz not null default now(),
      due_at timestamptz not null default now(),
      -- The run under way: the last payment that was looked up, and what was found so far.
      after_id text not null default '',
      payments int not null default 0,
      unread int not null default 0,
      not_on_chain text[] not null default '{}',
      -- The last complete run.
      figures jsonb,
      completed_at timestamptz
    )`);
  await knex.raw('insert into reconciliation default values');
}
