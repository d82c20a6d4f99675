import type { Knex } from 'knex';

/** Verifications, the evidence they rest on, the mint as it was read from the chain, and the token's settings. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table verifications (
      id text primary key,
      purpose text not null check (purpose in ('look', 'removal')),
      -- Genesis hash; unknown until a provider has answered, known once something was accepted.
      cluster text,
      signature text not null,
      subject text not null,
      demand jsonb not null,
      stage text not null default 'received'
        check (stage in ('received', 'found', 'confirmed', 'finalised', 'judged')),
      outcome text not null default 'pending' check (outcome in ('pending', 'accepted', 'rejected')),
      -- Why it was rejected, or why it is still pending.
      code text,
      message text,
      -- Base units.
      amount numeric(39, 0),
      decimals smallint,
      slot bigint,
      rules jsonb not null default '[]',
      received_at timestamptz not null,
      -- When a provider last knew the transaction.
      seen_at timestamptz,
      judged_at timestamptz,
      check ((outcome = 'pending') = (judged_at is null)),
      check (outcome <> 'accepted' or (cluster is not null and amount is not null))
    )`);
  await knex.raw(`
    -- Every transaction counts once, for one purpose, for ever; also serves findAccepted by signature.
    create unique index verifications_accepted_signature on verifications (cluster, signature)
      where outcome = 'accepted' and purpose <> 'look'`);
  await knex.raw(`
    -- Every thing is paid for once: a second payment stays unused; also serves findAccepted by subject.
    create unique index verifications_accepted_subject on verifications (subject)
      where outcome = 'accepted' and purpose <> 'look'`);
  await knex.raw(`
    create function notify_verification() returns trigger language plpgsql as $$
      begin
        perform pg_notify('chain_verifications', new.id);
        return null;
      end $$`);
  await knex.raw(`
    create trigger notify_verification after update on verifications for each row
      when ((old.stage, old.outcome, old.code) is distinct from (new.stage, new.outcome, new.code))
      execute function notify_verification()`);
  await knex.raw(`
    create table evidence (
      cluster text not null,
      signature text not null,
      facts jsonb not null,
      providers text[] not null,
      stored_at timestamptz not null default now(),
      primary key (cluster, signature)
    )`);
  await knex.raw(`
    create table mints (
      address text primary key,
      cluster text not null,
      token_program text not null,
      decimals smallint not null,
      verified_at timestamptz not null default now()
    )`);
  await knex.raw(`
    create table list_token_config (
      id serial primary key,
      contract_address text not null unique,
      burn_wallet_address text not null,
      removal_cost_tokens text not null default '1000000',
      created_at timestamptz not null default now()
    )`);
}
