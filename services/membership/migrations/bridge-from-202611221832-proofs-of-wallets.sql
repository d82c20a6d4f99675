insert into payment_references (reference, key, visitor, burn_address, mint, fee_tokens, created_at, asked_at)
select reference, key, visitor, burn_address, mint, fee_tokens, created_at, asked_at from before.payment_references;

insert into payment_proofs (id, subject, signature, wallet, message, issued_at, expires_at, used_at)
select id, subject, signature, wallet, message, issued_at, expires_at, used_at from before.payment_proofs;

insert into membership_claims (
  id, reference, signature, status, code, message, amount, decimals, slot, rules, round, due_at, request_id, created_at,
  decided_at, proven_wallet, payers, client
)
select id, reference, signature, status, code, message, amount, decimals, slot, rules, round, due_at, request_id, created_at,
  decided_at, proven_wallet, payers, client
from before.membership_claims;

insert into alpha_group_members (
  id, wallet_address, burn_address, transaction_hash, tokens_amount, telegram_link_provided, created_at, reference, claim_id,
  telegram_link, invite_round, invite_due_at, wallet_paid_before
)
select id, wallet_address, burn_address, transaction_hash, tokens_amount, telegram_link_provided, created_at, reference, claim_id,
  telegram_link, invite_round, invite_due_at, wallet_paid_before
from before.alpha_group_members;

update payment_references own set member_id = browser.member_id
from before.member_browsers browser where browser.reference = own.reference;
