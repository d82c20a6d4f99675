-- The watcher takes its lease anew.

insert into verifications (
  id, purpose, cluster, signature, subject, demand, stage, outcome, code, message, amount, decimals, slot, rules, payer, payers,
  judged_demand, received_at, seen_at, absent_since, judged_at, round, poll_at, polls, request_id, traceparent
)
select id, purpose, cluster, signature, subject, demand, stage, outcome, code, message, amount, decimals, slot, rules, payer, payers,
  judged_demand, received_at, seen_at, absent_since, judged_at, round, poll_at, polls, request_id, traceparent
from before.verifications;

insert into evidence (cluster, signature, facts, providers, stored_at, is_accepted, response)
select cluster, signature, facts, providers, stored_at, is_accepted, response from before.evidence;

update state set mints = (
  select coalesce(jsonb_object_agg(address, jsonb_build_object('cluster', cluster, 'tokenProgram', token_program, 'decimals', decimals)), '{}')
  from before.mints
), prices = (
  select coalesce(jsonb_agg(jsonb_build_object('queue', queue, 'mint', contract_address, 'tokens', tokens::text,
    'since', extract(epoch from since)::float8) order by id), '[]')
  from before.price_changes
);

update state set (installed_at, prefixes) = (
  select min(first_used_at),
    coalesce(jsonb_agg(jsonb_build_object('queue', queue, 'prefix', prefix) order by first_used_at desc), '[]')
  from before.reference_prefixes
);

insert into watched_addresses (cluster, address, is_account, since_slot, listed_slot)
select cluster, address, is_account, since_slot, cursor_slot from before.watched_addresses;

insert into watch_gaps (
  id, cluster, address, from_slot, from_signature, to_slot, to_signature, provider, at, resolved_at
)
overriding system value
select id, cluster, address, from_slot, from_signature, to_slot, to_signature, provider, at, resolved_at from before.watch_gaps;

insert into requested_demands (reference_key, reference, subject, requested_at, next_poll_at, polls)
select reference_key, reference, subject, requested_at, next_poll_at, polls from before.requested_demands;

insert into found_transactions (
  cluster, signature, slot, reference_key, found_at, due_at, attempts, code, is_undecided, handled_at, tellings
)
select cluster, signature, slot, reference_key, found_at, case when handled_at is null then due_at else tell_again_at end, attempts,
  code, is_undecided and handled_at is null, handled_at, tellings
from before.found_transactions;

insert into observed_burns (cluster, signature, slot, burned, credited, observed_at)
select cluster, signature, slot, burned, credited, observed_at from before.observed_burns;

update state set (
  observed_since, busy_until, due_at, after_id, payments, unread, not_on_chain, figures, completed_at
) = (
  select observed_since, busy_until, due_at, after_id, payments, unread, not_on_chain, figures, completed_at
  from before.reconciliation
);

-- The identity ends in the number of its table, which is another one now. Anything else means a restore, and stays to be noticed.
update state set restored_at = (select max(restored_at) from before.restores), identity = (
  select regexp_replace(identity, '/' || 'before.database_identity'::regclass::oid || '$', '/' || 'state'::regclass::oid)
  from before.database_identity
);

-- The history of tokens begins with what is known: each mint with its last wallet.
update state set tokens = (
  select coalesce(jsonb_agg(jsonb_build_object('mint', contract_address, 'burnWallet', burn_wallet_address,
    'since', case when place = 1 then 0 else extract(epoch from created_at)::float8 end) order by place), '[]')
  from (select *, row_number() over (order by created_at, id) as place from before.list_token_config) known
);
