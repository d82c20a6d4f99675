-- What a browser was asked to pay: price, mint and wallet stand as its page showed them.
create table payment_intents (
  id text primary key,
  -- Who may see it among their own; anyone may read it by its id.
  visitor text not null,
  -- What is paid for: the reference of the visitor.
  subject text not null,
  -- Whole tokens.
  price numeric(16, 0) not null,
  decimals int not null,
  mint text not null,
  burn_wallet text not null,
  reference text not null,
  reference_key text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '24 hours',
  -- Everything else (seen, confirmed, partial, expired, late, superseded) follows from its payments, its subject and the time.
  state text not null default 'open' check (state in ('open', 'paid', 'settled'))
);

-- Serves findOpenIntent, and the notice that a subject is gone.
create index payment_intents_open on payment_intents (subject, visitor) where state = 'open';

-- Serves settle: the intent whose key a payment names.
create index payment_intents_key on payment_intents (reference_key, created_at desc);

-- Serves forgetIntents.
create index payment_intents_age on payment_intents (created_at);

-- `counted`: a part of what an intent asks for. `released_at`: the transaction of a payment without effect is free for its payer.
alter table membership_claims
  add column intent_id text references payment_intents,
  add column released_at timestamptz,
  drop constraint membership_claims_status_check,
  add constraint membership_claims_status_check check (status in ('pending', 'counted', 'admitted', 'refused'));

drop index membership_claims_standing_by_wallet;
create unique index membership_claims_standing_by_wallet on membership_claims (reference, signature, coalesce(proven_wallet, ''))
  where status in ('pending', 'counted', 'admitted');

-- The payments of an intent.
create index membership_claims_by_intent on membership_claims (intent_id) where intent_id is not null;

-- Serves releaseCredits: payments without effect, and parts.
create index membership_claims_unreleased on membership_claims (decided_at)
  where (status = 'refused' and amount is not null and released_at is null) or status = 'counted';

create function membership.announce_intent() returns trigger language plpgsql as $$
begin
  perform pg_notify('payment_intents', new.id);
  return null;
end $$;

create trigger announce after update on payment_intents
  for each row execute function membership.announce_intent();

create function membership.announce_payment() returns trigger language plpgsql as $$
begin
  perform pg_notify('payment_intents', new.intent_id);
  return null;
end $$;

create trigger announce_payment after insert or update of status, intent_id on membership_claims
  for each row when (new.intent_id is not null) execute function membership.announce_payment();

create function membership.announce_member() returns trigger language plpgsql as $$
begin
  perform pg_notify('payment_intents', id) from membership.payment_intents where subject = new.reference and state = 'open';
  return null;
end $$;

create trigger announce_member after insert on alpha_group_members
  for each row execute function membership.announce_member();
create trigger announce_member after insert or update on member_browsers
  for each row execute function membership.announce_member();
