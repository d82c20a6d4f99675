-- What a visitor pays for membership by.
create table payment_references (
  reference text primary key,
  -- The Solana Pay reference key, base58.
  key text not null,
  -- One per visitor, for good: who comes back is asked for the same payment.
  visitor text not null unique,
  burn_address text not null,
  mint text not null,
  -- Whole tokens: the least that this visitor was asked for.
  fee_tokens numeric(16, 0) not null,
  created_at timestamptz not null default now(),
  -- When the visitor was last told what to pay, or claimed to have paid it.
  asked_at timestamptz not null default now(),
  -- The member whose wallet the visitor's browser has proved last. Without the reference the cookie is forgotten, so it goes with it.
  -- No foreign key: members refer to references, and are never deleted.
  member_id int
);

-- Messages that a wallet signs to prove that a payment is its own, or that it is a member's.
create table payment_proofs (
  id uuid primary key default gen_random_uuid(),
  -- What is paid for, as in the demand.
  subject text not null,
  -- Of the transaction; null where a wallet is proved without one.
  signature text,
  wallet text not null,
  message text not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  -- Set by the claim that it was used for, in the same transaction.
  used_at timestamptz,
  -- The wallet's signature of the message, in base58 or base64, for the receipt of what it paid for.
  signed text
);

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
  expires_at timestamptz not null,
  -- By INTERNAL_SECRET, over all of the above but the creation: an intent that the service did not write is none.
  mac bytea not null,
  -- Everything else (seen, confirmed, partial, expired, late, superseded) follows from its payments, its subject and the time.
  state text not null default 'open' check (state in ('open', 'paid', 'settled'))
);

-- Serves findOpenIntent, and the notice that a subject is gone.
create index payment_intents_of_subject on payment_intents (subject, visitor);

-- What visitors claim to have paid.
create table membership_claims (
  id text primary key,
  reference text not null references payment_references,
  signature text not null,
  status text not null default 'pending' check (status in ('pending', 'counted', 'admitted', 'refused')),
  code text,
  message text,
  -- Base units.
  amount numeric(39, 0),
  -- The part of the amount that went to a burn wallet with a key, and was not burned.
  sent numeric(39, 0) not null default 0,
  decimals int,
  slot bigint,
  rules jsonb not null default '[]',
  -- Only the newest round's job goes on.
  round int not null default 0,
  due_at timestamptz not null,
  request_id text,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  -- The wallet that signed for the claim, and those whose signature a refused one lacks.
  proven_wallet text,
  payers jsonb,
  -- Who made a pending claim, as a keyed hash; forgotten when the claim ends.
  client text,
  -- The intent that it pays, or a part of it.
  intent_id text references payment_intents,
  -- When the transaction of a payment without effect became free for its payer.
  released_at timestamptz,
  -- What an admin settled by hand, until the audit log and the ledger of another service have it.
  settlement jsonb
);

-- The same payment for the same reference, proven by the same wallet or by none, is one claim; refused ones stand under their own
-- ids. Also serves forgetReferences: the claims of a reference, as the foreign key does.
create unique index membership_claims_standing_by_wallet on membership_claims
  (reference, signature, coalesce(proven_wallet, ''), (case when status = 'refused' then id else '' end));

-- The payments of an intent.
create index membership_claims_by_intent on membership_claims (intent_id) where intent_id is not null;

-- The claims that something is still to happen to. Serves the sweep, and insertClaim: how many of a client, and of all, are pending,
-- which are few; releaseCredits and the settlements to be told: payments without effect, and parts; forgetRefusedClaims: old refusals, which have
-- no amount.
create index membership_claims_open on membership_claims (status, num_nulls(amount), decided_at) include (client)
  where status in ('pending', 'counted') or status = 'refused' and released_at is null or settlement is not null;

create table alpha_group_members (
  id serial primary key,
  wallet_address text not null,
  burn_address text not null,
  transaction_hash text not null unique,
  -- Tokens, exact. What was verified is always written; the default is the specification's.
  tokens_amount numeric not null default 1500000,
  telegram_link_provided boolean not null default false,
  created_at timestamptz not null default now(),
  reference text unique references payment_references,
  claim_id text references membership_claims,
  -- The chat's link for this member, once there is one.
  telegram_link text,
  invite_round int not null default 0,
  invite_due_at timestamptz not null default now(),
  -- Paid by a wallet that was a member already.
  wallet_paid_before boolean not null default false,
  -- What the member's leaf in the ledger commits to, and the salt that hides it; the ledger has neither.
  ledger_record text,
  ledger_salt bytea,
  -- The ledger's owner has the commitment.
  ledger_told boolean not null default false
);

-- Serves findMemberByWallet, and admits no wallet twice.
create unique index alpha_group_members_wallet on alpha_group_members (wallet_address)
  where not wallet_paid_before and wallet_address <> 'unknown';
