insert into scammer_reports (
  id, twitter_url, username, tweet_content, tweet_date, scam_category, description, evidence_urls, reported_at,
  unique_burn_address, is_removed, removal_tx_hash, burn_transaction_hash, profile_image_refreshed_at, held_at, hold_reason, status,
  cleared_at, deleted_at, was_removed, erased_at, version
)
select id, twitter_url, username, tweet_content, tweet_date, scam_category, description, evidence_urls, reported_at,
  unique_burn_address, is_removed, removal_tx_hash, burn_transaction_hash, profile_image_refreshed_at, held_at, hold_reason, status,
  cleared_at, deleted_at, was_removed, erased_at, version
from before.scammer_reports;

insert into idempotency_keys (endpoint, key, fingerprint, outcome, subject_id, created_at)
select endpoint, key, fingerprint, outcome, subject_id, created_at from before.idempotency_keys;

insert into nice_reports (
  id, twitter_url, username, tweet_content, tweet_date, description, reported_at, report_count, version
)
select id, twitter_url, username, tweet_content, tweet_date, description, reported_at, report_count, version
from before.nice_reports;

-- Readers hold versions of the lists.
update state set (epoch, version) = (select epoch, version from before.list_state);
update state set praises = (select version from before.nice_list_state);

insert into removal_claims (
  id, report_id, signature, status, code, message, amount, decimals, slot, rules, round, due_at, request_id, created_at,
  decided_at, proven_wallet, payers, client
)
select id, report_id, signature, status, code, message, amount, decimals, slot, rules, round, due_at, request_id, created_at,
  decided_at, proven_wallet, payers, client
from before.removal_claims;

insert into payment_proofs (id, subject, signature, wallet, message, issued_at, expires_at, used_at)
select id, subject, signature, wallet, message, issued_at, expires_at, used_at from before.payment_proofs;

insert into case_changes (
  id, report_id, status, rule, reason, period_from, period_to, role, who, appeal_id, at
)
overriding system value
select id, report_id, status, rule, reason, period_from, period_to, role, who, appeal_id, at from before.case_changes;

insert into statements (
  id, report_id, twitter_url, description, made_at, held_at, hold_reason, published_at, rejected_at, reject_reason, erased_at
)
overriding system value
select id, report_id, twitter_url, description, made_at, held_at, hold_reason, published_at, rejected_at, reject_reason, erased_at
from before.statements;

insert into contributions (kind, subject_id, reporter_key, network_key, allocation_key, at, held, overturned_at, source)
select kind, subject_id, reporter_key, network_key, network_key, at, held, overturned_at, source
from before.contributions left join before.report_sources on kind = 'report' and report_id = subject_id;

update state set salts = (select coalesce(jsonb_object_agg(period, encode(salt, 'base64')), '{}') from before.reporter_salts);

insert into appeals (
  id, report_id, code_hash, grounds, previous_id, opened_at, due_at, overdue_at, decided_at, decision, rule,
  reason, decided_by, proven_at, proven_by, erased_at, version
)
overriding system value
select id, report_id, code_hash, grounds, previous_id, opened_at, due_at, overdue_at, decided_at, decision, rule,
  reason, decided_by, proven_at, proven_by, erased_at, version
from before.appeals;

insert into appeal_messages (id, appeal_id, author, who, body, at)
overriding system value
select id, appeal_id, author, who, body, at from before.appeal_messages;

-- A later code replaced one that was not used.
update appeals set (proof_code, proof_issued_at, proof_expires_at, proof_url) = (
  select code, issued_at, expires_at, post_url from before.post_proofs where appeal_id = appeals.id order by id desc limit 1
);

insert into replies (report_id, appeal_id, body, contradicts, written_at, published_at)
select report_id, appeal_id, body, contradicts, written_at, published_at from before.replies;

-- Entries older than some columns get what those columns begin with.
insert into audit_log (
  id, operation_id, at, who, action, subject, subject_id, username, before, after, details, restored_at, erased_at
)
select id, operation_id, at, who, action, subject, subject_id, username, columns.initial || before, columns.initial || after,
  details, restored_at, erased_at
from before.audit_log join (values
  ('nice_report', '{"version": 1}'::jsonb),
  ('scammer_report', '{"version": 1, "status": "unreviewed", "held_at": null, "hold_reason": null, "cleared_at": null,
    "deleted_at": null, "was_removed": null, "erased_at": null, "profile_image_refreshed_at": null}')
) columns (subject, initial) using (subject);

-- The first log ends here: its leaves say less than those to come.
insert into ledger_records (id, log, leaf_index, type, report_id, burn, record, salt, entry)
overriding system value
select id, 1, leaf_index, type, report_id, burn, record, salt, entry from before.ledger_records;

insert into ledger_tiles (log, row_number, index, hashes) select 1, row_number, index, hashes from before.ledger_tiles;

-- Without its key, which was readable: the next start begins a log with another.
insert into ledger_head (log, origin, size, checkpoint, ended_at)
select 1, origin, size, checkpoint, now() from before.ledger_head;

insert into ledger_witnesses (key, size, checkpoint, cosignatures)
select key, size, checkpoint, cosignatures from before.ledger_witnesses;

insert into kept_posts (report_id, published_at, asked_at, twitter_url, answer, text, fetched_at, gone_at)
select report_id, published_at, asked_at, twitter_url, answer, text, fetched_at, gone_at from before.kept_posts;

insert into kept_posts (report_id, statement_id, published_at, asked_at, twitter_url, answer, text, fetched_at, gone_at)
select report_id, statement_id, kept.published_at, asked_at, kept.twitter_url, answer, text, fetched_at, gone_at
from before.kept_statement_posts kept join statements stated on stated.id = statement_id;

update scammer_reports report set post_confirmed_at = fetched_at
from kept_posts kept where kept.report_id = report.id and statement_id = 0 and kept.twitter_url = report.twitter_url;
update statements stated set post_confirmed_at = fetched_at
from kept_posts kept where kept.statement_id = stated.id and kept.twitter_url = stated.twitter_url;

insert into feed_changes (report_id, version, changed_at, corroborated_version, corroborated_changed_at)
select report_id, version, changed_at, corroborated_version, corroborated_changed_at from before.feed_changes;

update feed_changes change set
  left_at = case when exists (select from scammer_reports where id = change.report_id and not is_removed) then '{}'
    else array[change.changed_at] end,
  corroborated_left_at = case when change.corroborated_version is null or exists (
      select from scammer_reports where id = change.report_id and not is_removed and status = 'corroborated'
    ) then '{}' else array[change.corroborated_changed_at] end;

update feed_changes change set shows = entry from feed_entries now_is where now_is.report_id = change.report_id;

insert into webhook_cursors (subscriber, epoch, version, report_id)
select subscriber, epoch, version, report_id from before.webhook_cursors;

-- The identity ends in the number of its table, which is another one now. Anything else means a restore, and stays to be noticed.
update state set identity = (
  select regexp_replace(identity, '/' || 'before.database_identity'::regclass::oid || '$', '/' || 'state'::regclass::oid)
  from before.database_identity
);

-- What a payment sent to a wallet is in the text of its rule. Whether the wallet had a key is not known, so nothing more than is certain is called burned.
update removal_claims set sent = least(amount, told.credited)
from (
  select id, (regexp_match(rule->>'seen', '^\d+ burned, (\d+) credited'))[1]::numeric as credited
  from removal_claims, jsonb_array_elements(rules) rule where rule->>'rule' = 'paid'
) told
where told.id = removal_claims.id and told.credited > 0 and amount is not null;
