import type { Knex } from 'knex';

/** What visitors pay for membership by, what they claim to have paid, and the members that come of it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table payment_references (
      reference text primary key,
      -- The Solana Pay reference key, base58.
      key text not null,
      -- One per visitor, for ever: who comes again is asked for the same payment.
      visitor text not null unique,
      burn_address text not null,
      mint text not null,
      -- Whole tokens: the least that this visitor was asked for.
      fee_tokens numeric(16, 0) not null,
      created_at timestamptz not null default now()
    );

    create table membership_claims (
      id text primary key,
      reference text not null references payment_references,
      signature text not null,
      status text not null default 'pending' check (status in ('pending', 'admitted', 'refused')),
      code text,
      message text,
      amount numeric(39, 0),
      decimals int,
      slot bigint,
      rules jsonb not null default '[]',
      round int not null default 0,
      due_at timestamptz not null,
      request_id text,
      created_at timestamptz not null default now(),
      decided_at timestamptz
    );

    -- The same payment for the same reference is the same claim, unless it was refused.
    create unique index membership_claims_standing on membership_claims (reference, signature)
      where status in ('pending', 'admitted');

    -- What the sweep of claims finds.
    create index membership_claims_due on membership_claims (due_at) where status = 'pending';

    alter table alpha_group_members
      -- Tokens, exact: what was paid is rarely a whole number.
      alter column tokens_amount type numeric,
      add column reference text unique references payment_references,
      add column claim_id text unique references membership_claims,
      -- The chat's link for this member, once there is one.
      add column telegram_link text,
      add column invite_round int not null default 0,
      add column invite_due_at timestamptz not null default now();

    -- What the sweep of invites finds.
    create index alpha_group_members_uninvited on alpha_group_members (invite_due_at)
      where telegram_link is null and claim_id is not null;
  `);
  await knex.raw(`
    create function membership.announce_claim() returns trigger language plpgsql as $$
    begin
      perform pg_notify('membership_claims', new.id);
      return null;
    end $$;

    create trigger announce after update of status on membership_claims
      for each row when (old.status is distinct from new.status) execute function membership.announce_claim();

    create function membership.announce_invite() returns trigger language plpgsql as $$
    begin
      perform pg_notify('membership_claims', new.claim_id);
      return null;
    end $$;

    create trigger announce after update of telegram_link on alpha_group_members
      for each row when (old.telegram_link is distinct from new.telegram_link and new.claim_id is not null)
      execute function membership.announce_invite();
  `);
}
