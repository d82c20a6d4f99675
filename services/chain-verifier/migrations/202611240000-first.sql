-- Claims that services ask about, looks included, and their verdicts.
create table verifications (
  id text primary key,
  purpose text not null check (purpose in ('look', 'removal', 'membership')),
  -- Genesis hash; unknown until a provider has answered, known once something was accepted.
  cluster text,
  signature text not null,
  subject text not null,
  demand jsonb not null,
  stage text not null default 'received' check (stage in ('received', 'found', 'confirmed', 'finalised', 'judged')),
  outcome text not null default 'pending' check (outcome in ('pending', 'accepted', 'rejected')),
  -- Why it was rejected, or why it is still pending.
  code text,
  message text,
  -- Base units.
  amount numeric(39, 0),
  -- The part of the amount that went to a burn wallet with a key, and was not burned.
  sent numeric(39, 0) not null default 0,
  decimals smallint,
  slot bigint,
  rules jsonb not null default '[]',
  -- Who paid, of a refused payment too, and the wallets whose signature would make that count.
  payer text,
  payers jsonb,
  -- The whole demand by which an accepted claim was judged, for its receipt.
  judged_demand jsonb,
  received_at timestamptz not null,
  -- When a provider last knew the transaction.
  seen_at timestamptz,
  -- The chain's time when no provider first knew it: a machine's clock may jump, the chain's does not.
  absent_since timestamptz,
  judged_at timestamptz,
  -- The owner asks again while a claim is pending: only the newest round's job goes on.
  round int not null default 0,
  -- When the poller looks the transaction up next; null while a job works on it. Each job that it adds has its own number.
  poll_at timestamptz,
  polls int not null default 0,
  -- Of the call that asked, with its trace (W3C traceparent).
  request_id text,
  traceparent text,
  -- Of an accepted claim, by INTERNAL_SECRET: one without it counts for nothing.
  mac bytea,
  check ((outcome = 'pending') = (judged_at is null)),
  check (outcome <> 'accepted' or (cluster is not null and amount is not null))
);

-- Every transaction counts once, for one purpose, for good; what else was claimed of it stands under its own id. Also serves
-- forgetPreviews, whether a claim rests on evidence, and countUnexplained: every claim of a transaction.
create unique index verifications_accepted_signature
  on verifications (signature, cluster, (case when outcome = 'accepted' then '' else id end)) where purpose <> 'look';

-- A payment intent may be paid in parts, which its owner adds up; everything else is paid for once.
create unique index verifications_accepted_subject on verifications (subject)
  where outcome = 'accepted' and purpose <> 'look' and demand->'fixed' is null;

-- Serves takeDuePolls.
create index verifications_polls_due on verifications (poll_at) where outcome = 'pending' and poll_at is not null;

-- Serves forgetPreviews and forgetRefused: what is old enough.
create index verifications_forgettable on verifications (purpose, received_at) where purpose = 'look' or outcome = 'rejected';

-- Serves findOfWallet, paymentsOfWallet and sumParts: who paid or signed, for which intent, and who may sign.
create index verifications_names on verifications
  using gin ((array[payer, demand->>'provenWallet', demand->>'intent']), payers jsonb_path_ops) with (fastupdate = off) where purpose <> 'look';

-- What verdicts rest on.
create table evidence (
  cluster text not null,
  signature text not null,
  facts jsonb not null,
  providers text[] not null,
  stored_at timestamptz not null default now(),
  -- Evidence of an accepted claim never changes; what only refusals rest on gives way to later readings.
  is_accepted boolean not null default false,
  -- JSON as text, since jsonb refuses a NUL.
  response text,
  -- By INTERNAL_SECRET: without it, the chain is read instead.
  mac bytea,
  primary key (cluster, signature)
);

create table state (
  only_row boolean primary key default true check (only_row),
  -- In which database the rows are; null: in this one.
  identity text,
  -- When a start found them in another one, or infra/deploy/server/bin/skip-lost-numbers.sql said so.
  restored_at timestamptz,
  -- The first start here, and every prefix of references since, the newest first.
  installed_at timestamptz,
  prefixes jsonb not null default '[]',
  -- Mints as they were read from the chain, by address.
  mints jsonb not null default '{}',
  -- Every mint and burn wallet there has been, in order, and since when, in Unix seconds, 0 for the first: a payment to an address
  -- that was ours when it was sent counts.
  tokens jsonb not null default '[]',
  -- Every price of a mint there has been, in order, in whole tokens, and since when: a payment is judged by the price that was asked for.
  prices jsonb not null default '[]',
  -- The watcher is one process at a time.
  watcher text,
  watcher_until timestamptz,
  -- How far accepted payments have been compared with the chain. Earlier burns are not observed.
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
  completed_at timestamptz,
  -- By INTERNAL_SECRET, over figures and times: the audit of the ledger names others.
  mac bytea
);
insert into state default values;

-- Addresses whose transactions the watcher lists.
create table watched_addresses (
  cluster text not null,
  address text not null,
  -- A token account of the burn wallet: watched while it holds something, as anyone can open an empty one.
  is_account boolean not null default false,
  -- Transactions of earlier slots are none of the watcher's business.
  since_slot bigint not null,
  -- Up to which slot a quorum of providers has listed it: all of that is in found_transactions.
  listed_slot bigint,
  primary key (cluster, address)
);

-- How far a provider's list of an address was read.
create table watch_cursors (
  cluster text not null,
  address text not null,
  provider text not null,
  -- The newest transaction down to which it was read, and the next older one: { signature, slot, anchor }.
  cursor jsonb,
  -- A list under way: its newest transaction, which becomes the cursor, and its oldest so far: { newest, last }.
  listing jsonb,
  -- The chain's time of the last page.
  moved_at timestamptz not null,
  -- Since when its list does not lead back to the cursor.
  lost_since timestamptz,
  primary key (cluster, address, provider),
  foreign key (cluster, address) references watched_addresses on delete cascade
);

-- Stretches between two transactions that a provider lists no more.
create table watch_gaps (
  id bigint generated always as identity primary key,
  cluster text not null,
  address text not null,
  from_slot bigint not null,
  from_signature text not null,
  to_slot bigint not null,
  to_signature text not null,
  provider text not null,
  at timestamptz not null,
  -- Set by the operator who has looked at it.
  resolved_at timestamptz
);

-- Demands that were asked for lately: their payments are looked for by their reference keys.
create table requested_demands (
  reference_key text primary key,
  reference text not null,
  -- What is paid for (report:7); it names the owner of the reference.
  subject text not null,
  requested_at timestamptz not null default now(),
  next_poll_at timestamptz not null default now(),
  polls int not null default 0,
  -- An intent's key is looked for as long as the intent can be paid, and by the wallet that it names.
  burn_wallet text,
  until timestamptz
);

-- Transactions that the watcher found, to be read and told to the service that their payment is for.
create table found_transactions (
  cluster text not null,
  signature text not null,
  slot bigint not null,
  -- The reference key by which it was found, if any.
  reference_key text,
  found_at timestamptz not null,
  -- When it is read next; once handled, when its owner is notified again, as a queue may lose jobs, or null.
  due_at timestamptz,
  attempts int not null default 0,
  -- Why it could not be read so far.
  code text,
  -- Names a reference and cannot be judged yet: stays until a release can, apart from the others.
  is_undecided boolean not null default false,
  handled_at timestamptz,
  -- How often its owner was notified again.
  tellings smallint not null default 0,
  primary key (cluster, signature)
);

-- Serves dueTransactions and takeDueByKey: the few that are still to be read; and redeliver, which are handled.
create index found_transactions_due on found_transactions (cluster, is_undecided, num_nulls(handled_at), due_at, slot)
  where due_at is not null;

-- What the watcher saw being burned, or sent to the burn wallet. Base units.
create table observed_burns (
  cluster text not null,
  signature text not null,
  slot bigint not null,
  burned numeric(39, 0) not null,
  credited numeric(39, 0) not null,
  observed_at timestamptz not null default now(),
  primary key (cluster, signature)
);
