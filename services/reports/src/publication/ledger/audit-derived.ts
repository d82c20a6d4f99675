import { APPEAL_DAYS } from '@naughty-list/contracts/appeals';
import { isOwnVerdict, macOfFigures } from '@naughty-list/payment-flow/proofs';
import type { Knex } from 'knex';
import { type Coded, unpublished, withoutCode } from '../../cases/own-reports/own-report.ts';
import { standing } from '../../record/independence.ts';
import { keptTypes, oncePublic, VERSION_NOW } from '../../record/ledger/append.ts';
import { iso } from '../../record/ledger/public-state.ts';
import { isMisconfirmed } from '../../record/post-rows.ts';
import { isOwnCursor } from '../webhooks/notify.ts';
import { isOfUnseen } from './compare-subjects.ts';
import { type Differences, readPart } from './differences.ts';
import { streamRows } from './stream-rows.ts';

/** SQL: when a leaf was written. The leaves with which a log began share one time, and make no change in the feeds. */
const timeOf = (leaf: string) => `convert_from(${leaf}.entry, 'UTF8')::json ->> 'time'`;

/** Settings that change the results of queries, or the effects of statements. */
const alteringSettings =
  'array_nulls,constraint_exclusion,default_transaction_isolation,default_transaction_read_only,extra_float_digits,gin_fuzzy_search_limit,plpgsql.variable_conflict,restrict_nonsystem_relation_kind,row_security,session_replication_role,standard_conforming_strings,transform_null_equals';

/** SQL: the current log's leaves of reports, and the fields of their records that the feeds lack. */
const OF_REPORTS = "log = (select max(log) from ledger_head) and subject = 'report ' || report_id";
const untold = 'text,quote,quoted,count,evidence,unconfirmed,rule,reference,reported';

/** SQL: the current log; by no index, which could lack a leaf. */
const CURRENT = 'log + 0 = (select max(log) from ledger_head)';

/** Checks of the current log's own leaves: the message, and the query of subjects. */
export const checksOfLeaves = [
  [
    'a record of it was erased, and no leaf says why',
    `select distinct subject from ledger_records leaf
     where log in (select log from ledger_head) and record is null and subject is not null and type not in ('member', 'rows') and (${isOfUnseen}) is not true and (type = any('{${keptTypes}}') or not exists (
       select from ledger_records ended where log in (select log from ledger_head) and ended.log >= leaf.log
         and ended.subject in ('report ' || leaf.report_id, replace(leaf.subject, 'post-of-', ''))
         and (ended.type in ('report-erased', 'statement-erased')
           or ended.type = 'report-removed'
             and (leaf.subject like 'post%' or ended.report_id in (select id from scammer_reports where erased_at is not null))
           or ended.type = 'praise-deleted' and ended.record not like '%"hidden"%')))`,
  ],
  // An older one was the last for a moment, so that the service went on from it.
  [
    'one of its leaves does not follow the one before it',
    `select distinct subject from (
       select subject, previous <> coalesce(lag(id) over (partition by log, subject || '' order by leaf_index, id), 0) as is_other
       from ledger_records where log in (select log from ledger_head)
     ) leaf where is_other`,
  ],
] as const;

/** Checks of derived columns that pages, feeds and log depend on and no leaf has: the message, and the query of subjects. */
const checks = [
  [
    'its case was cleared at another time than its decision says',
    `select 'report ' || id as subject from scammer_reports where cleared_at is not null and not exists (
       select from case_changes
       where report_id = scammer_reports.id and status = 'cleared' and date_trunc('milliseconds', at) = date_trunc('milliseconds', cleared_at) and not exists (
         select from case_changes later
         where later.report_id = scammer_reports.id and later.id > case_changes.id and later.status <> 'cleared'
       ) and (
         select status from case_changes before
         where before.report_id = scammer_reports.id and before.id < case_changes.id order by before.id desc limit 1
       ) is distinct from 'cleared')`,
  ],
  // A minute, because what waited for its lock has an earlier time.
  [
    'its decisions are not in the order of their times',
    `select 'report ' || report_id as subject from (
       select report_id, at < lag(at) over (partition by report_id order by id) - interval '1 minute' as is_early from case_changes
     ) decided where is_early group by 1`,
  ],
  // Without it, it could be shown first, and its transaction prove another loss.
  [
    'it lacks the transaction of its loss',
    `select 'statement ' || id as subject from statements
     where published_at is not null and loss ->> 'transaction' <> coalesce(loss_transaction, '')`,
  ],
  // The first speaks for its case.
  [
    'its statements are not in the order of their times',
    `select 'report ' || report_id as subject from (
       select report_id, made_at < lag(made_at) over (partition by report_id order by id) - interval '1 minute' as is_early from statements
     ) stated where is_early group by 1`,
  ],
  [
    'its status is not that of its last decision',
    `select 'report ' || report.id as subject from scammer_reports report left join (
       select distinct on (report_id) report_id, status from case_changes order by report_id, id desc
     ) last on report_id = report.id where report.status <> coalesce(last.status, 'unreviewed')`,
  ],
  [
    'its kept post says another thing of whether X confirmed it',
    `select 'report ' || id as subject from scammer_reports report
     where ${isMisconfirmed('report', 'id', '0')} and num_nonnulls(removal_tx_hash, erased_at) = 0 and (not is_removed or cleared_at is not null)
     union all
     select 'statement ' || stated.id from statements stated join scammer_reports report on report.id = report_id
     where ${isMisconfirmed('stated', 'report_id', 'stated.id')} and published_at is not null and num_nonnulls(removal_tx_hash, report.erased_at, stated.erased_at) = 0`,
  ],
  [
    'its marks contradict whether it is listed',
    `select 'report ' || id as subject from scammer_reports
     where case when status = 'cleared' then cleared_at is null or not is_removed else cleared_at is not null end
       or is_removed = (num_nonnulls(held_at, deleted_at, erased_at, removal_tx_hash, cleared_at) = 0)`,
  ],
  // Pages and lists fail to show it.
  [
    'its picture is of no possible time',
    `select 'report ' || id as subject from scammer_reports
     where profile_image_refreshed_at not between '2000-01-01' and now() + interval '1 day'`,
  ],
  [
    'its independent statements are not as many as it counts',
    `select 'report ' || id as subject from scammer_reports left join (
       select report_id, count(*) as others, count(reviewed_at) as read from statements
       where published_at is not null and not dependent group by 1
     ) stated on report_id = id
     where independent <> ${standing} + coalesce(others, 0) or independent_read <> ${standing} + coalesce(read, 0)`,
  ],
  [
    'an appeal of its account is said to have passed its deadline before it was due',
    `select 'report ' || report_id as subject from appeals
     where overdue_at < due_at or overdue_at > now() + interval '1 minute'`,
  ],
  // With the mark, it never would. A minute, because what waited for its lock has an earlier time.
  [
    'the deadline of an appeal is said to have passed, and did not dispute it',
    `select 'report ' || report_id as subject from appeals
     where overdue_at is not null and proven_at is not null and decided_at is null and not exists (
       select from case_changes change
       where change.report_id = appeals.report_id and appeal_id = appeals.id and rule = 'deadline_passed'
     ) and not exists (
       select from (
         select status, coalesce(lead(at) over (order by id), 'infinity') as until, at from case_changes before
         where before.report_id = appeals.report_id
       ) held where status in ('disputed', 'cleared') and at < overdue_at + interval '1 minute' and until > overdue_at - interval '1 minute'
     )`,
  ],
  // As a lock on it, or a decision that was there whenever the service looked.
  [
    'the deadline of its account’s appeal has passed, and does not dispute it',
    `select 'report ' || report_id as subject from appeals join scammer_reports report on report.id = report_id
     where decided_at is null and overdue_at is null and greatest(due_at, proven_at) < now() - interval '1 day' and proven_at is not null
       and not is_removed and status <> 'disputed' and not exists (
         select from case_changes change where change.report_id = report.id and appeal_id = appeals.id and change.rule = 'deadline_passed'
       ) and not exists (
         select from appeals decided where decided.report_id = report.id and decided.decided_at > now() - interval '${APPEAL_DAYS + 1} days')`,
  ],
  [
    'it goes on with the proof of an appeal that has none',
    `select 'appeal ' || id as subject from appeals where proven_at < opened_at and exists (
       select from appeals before where (before.id, before.report_id) = (appeals.previous_id, appeals.report_id)
         and date_trunc('milliseconds', before.proven_at) is distinct from date_trunc('milliseconds', appeals.proven_at))
       -- Unless it was carried to another report, and back.
       and not exists (select from appeals carried where carried.decided_by = 'report' and carried.report_id <> appeals.report_id
         and date_trunc('milliseconds', carried.proven_at) = date_trunc('milliseconds', appeals.proven_at))`,
  ],
  // Moderators would not see it, and it would never be decided.
  [
    'it is marked as erased, and is not decided',
    `select 'appeal ' || id as subject from appeals where erased_at is not null and decided_at is null`,
  ],
  // Only figures count erased appeals. Leaves of 0.1.0 have no subject.
  [
    'it counts as erased, and no leaf says that it was there',
    `select 'appeal ' || id as subject from appeals where erased_at is not null and not exists (
       select from ledger_records
       where report_id = appeals.report_id and coalesce(subject, 'appeal ' || appeals.id) = 'appeal ' || appeals.id)`,
  ],
  [
    'it was settled by hand, and no leaf says so',
    `select 'report ' || report_id as subject from removal_claims where code = 'settled' and status = 'removed' and not exists (
       select from ledger_records where log in (select log from ledger_head)
         and (subject, report_id) = ('settlement ' || removal_claims.id, removal_claims.report_id))`,
  ],
  [
    'it was removed for a payment without an amount',
    "select 'report ' || report_id as subject from removal_claims where status = 'removed' and amount is null",
  ],
  [
    'an intent to pay for it has another state than its payments',
    `select 'report ' || intent.subject as subject from payment_intents intent where state <> coalesce((
       select case when bool_or(code = 'settled') then 'settled' else 'paid' end from removal_claims
       where intent_id = intent.id and status = 'removed' having count(*) > 0), 'open')`,
  ],
  [
    'the feeds tell of it before it happens',
    `select 'report ' || report_id as subject from feed_changes, state
     where feed_changes.version > state.version or feed_changes.version > ${VERSION_NOW} + 60000000
       or changed_at > now() + interval '1 minute'`,
  ],
  [
    'the feeds tell of it out of its order',
    `select 'report ' || report_id as subject from (
       select report_id, changed_at < lag(changed_at) over told or changed_at > lead(changed_at) over told
         or version = lag(version) over told and changed_at <> lag(changed_at) over told as is_wrong
       from feed_changes window told as (order by version, report_id)
       union all
       select report_id, corroborated_changed_at < lag(corroborated_changed_at) over (order by corroborated_version, report_id)
       from feed_changes where corroborated_version is not null
     ) told where is_wrong group by 1`,
  ],
  [
    'the feeds tell of it before it happened',
    `select 'report ' || report_id as subject from (
       select report_id, at as happened from (
         select report_id, at, status <> lag(status, 1, 'unreviewed') over (partition by report_id order by id) as is_other
         from case_changes where report_id not in (select id from scammer_reports where removal_tx_hash is not null)
       ) decided where is_other
       union all
       select report_id, (${timeOf('told')})::timestamptz from (
         select report_id, type, entry, tells, lag(tells) over (partition by report_id order by leaf_index, id) as before
         from (
           select *, case when type not in ('report-published', 'report-changed') or said ->> 'status' = 'cleared' then 'gone'
             else coalesce(md5((said - '{${untold}}'::text[])::text), 'erased') end as tells
           from (
             select *, record::jsonb as said from ledger_records where ${OF_REPORTS} and report_id in (
               select report_id from ledger_records where ${OF_REPORTS} and type <> 'report-published') offset 0
           ) leaf
         ) leaf
       ) told where tells <> before
         -- One that was cleared has left already, as an erased record does not say any more.
         and not ('erased' in (tells, before) and report_id in (select id from scammer_reports where cleared_at is not null))
       union all select id, reported_at from scammer_reports
     ) happened join feed_changes using (report_id) where changed_at < happened - interval '1 second' group by 1`,
  ],
  [
    'it is set for this database or its role, or the server, and can hide what is there',
    `select split_part(setting, '=', 1) as subject
     from pg_db_role_setting left join pg_database on pg_database.oid = setdatabase left join pg_roles on pg_roles.oid = setrole,
       unnest(setconfig) setting
     where coalesce(datname, current_database()) = current_database() and coalesce(rolname, current_user) = current_user
       and split_part(setting, '=', 1) = any('{search_path,DateStyle,${alteringSettings}}')
     union
     select name from pg_settings where name = any('{${alteringSettings}}') and reset_val <> boot_val
       or name = 'DateStyle' and reset_val not like 'ISO,%'`,
  ],
  [
    'the feeds hide what it names',
    `with named as (
       select subject from ledger_records
       where log = (select max(log) from ledger_head) and (subject like 'traces %' or subject like 'aliases %')
     )
     select 'report ' || id as subject from scammer_reports where coalesce(names_version, 0) <= 0
       and ('traces ' || id in (select subject from named) or 'aliases ' || id in (select subject from named))`,
  ],
  [
    'the feeds do not say that it is gone',
    `select 'report ' || id as subject from scammer_reports where is_removed and cleared_at is null
       and exists (
         select from ledger_records
         where subject = 'report ' || scammer_reports.id and type in ('report-published', 'report-changed')
       )
       and not exists (select from feed_changes where report_id = id and left_at <> '{}' and version is not null)`,
  ],
  [
    'the feeds do not have what it says now',
    `select 'report ' || report_id as subject from feed_changes left join feed_entries using (report_id)
     where entry is distinct from shows or shows like 'corroborated %' and corroborated_version is null
       or entry is null and left_at = '{}' or greatest(array_ndims(left_at), array_ndims(corroborated_left_at)) > 1`,
  ],
  [
    'the feeds tell of a corroboration that was never decided',
    `select 'report ' || report_id as subject from feed_changes where corroborated_version is not null and not exists (
       select from case_changes where case_changes.report_id = feed_changes.report_id and status = 'corroborated')`,
  ],
  [
    'the feeds do not tell of it',
    `select 'report ' || id as subject from scammer_reports where not is_removed and not exists (
       select from feed_changes where report_id = id)`,
  ],
  ...checksOfLeaves,
  // Taken away before it had a place, and put back. Others tell the service of members and settlements, which can be late.
  [
    'one of its leaves is much older than those before it in the log',
    `select subject from (
       select subject, type, at, max(at) over (order by leaf_index, id) as latest from (
         select subject, type, leaf_index, id, (${timeOf('ledger_records')})::timestamptz as at from ledger_records where ${CURRENT}
       ) timed
     ) leaf where at < latest - interval '1 hour' and type not in ('member', 'settled')`,
  ],
] as const;

/** SQL: whether a leaf is that of a member. */
const MEMBER = `subject = 'member ' || encode(sha256(ledger_salt || convert_to(ledger_record, 'UTF8')), 'base64')`;

/** The same of members, whose leaves have their rows in the membership service; of the last hour, or of a new log, one may be on its way. */
const checksOfMembers = [
  [
    'the service admitted this member, and its row is gone or changed',
    `select subject from ledger_records
     where log = (select max(log) from ledger_head) and type = 'member' and not exists (
       select from membership.alpha_group_members member join membership.membership_claims claim on claim.id = claim_id
       where ${MEMBER} and signature = transaction_hash and claim.reference = member.reference and status = 'admitted'
         and ledger_record = concat('{"at":"', ${iso('member.created_at')}, '","kind":"member","payment":"', transaction_hash,
           '","wallet":"', wallet_address, '"}')
         and wallet_paid_before = (wallet_address <> 'unknown' and exists (
           select from membership.alpha_group_members other where other.wallet_address = member.wallet_address and other.id < member.id)))`,
  ],
  [
    'no leaf records that the service admitted it',
    `select 'member ' || id as subject from membership.alpha_group_members
     where abs(extract(epoch from now() - created_at)) > case when ledger_told then 3600 else 86400 end and not exists (
       select from ledger_records where log = (select max(log) from ledger_head)
         and (${MEMBER} or leaf_index = 0 and (${timeOf('ledger_records')})::timestamptz > now() - interval '1 hour'))`,
  ],
] as const;

/** The same of what the verifier accepted for memberships. */
const checksOfFees = [
  [
    'its payment is another one’s, or by another wallet',
    `select 'member ' || member.id as subject from membership.alpha_group_members member join chain.verifications judged on judged.id = claim_id
     where judged.subject is distinct from 'membership:' || reference or wallet_address <> coalesce(judged.payer, 'unknown') and not exists (
         select from chain.verifications part where part.outcome = 'accepted' and part.payer = wallet_address
           and part.demand ->> 'intent' = judged.demand ->> 'intent')`,
  ],
] as const;

/** The same of payments, which the verifier accepts: of these claims, each with what it is for. */
const checksOfPayments = (claims: string) =>
  [
    [
      'the verifier has not accepted its payment as it stands here',
      `select subject from (${claims}) claim where not exists (
         select from chain.verifications judged where outcome = 'accepted'
           and (judged.purpose, judged.id, judged.signature, judged.amount) = (claim.purpose, claim.id, claim.signature, claim.amount))`,
    ],
    // Parts of an offer have no leaf until it is paid, and then one of what they say. A day, because the verifier has its own clock.
    [
      'a payment for it, or a part of one, is not what the verifier accepted it for',
      `select 'report ' || report_id as subject from removal_claims paid where status in ('removed', 'counted') and not exists (
         select from chain.verifications judged
         where (judged.id, judged.subject) = (paid.id, 'report:' || report_id) and (judged.sent = paid.sent or judged.sent = 0 and paid.intent_id is null)
           and (coalesce(judged.decimals, paid.decimals), coalesce(judged.demand ->> 'intent', intent_id)) is not distinct from (paid.decimals, intent_id)
           and decided_at between judged_at - interval '1 day' and now() + interval '1 minute')`,
    ],
    // A payment of the whole price, or one settled by hand, needs no others.
    [
      'it was paid in parts, and they are less than its price',
      `select subject from (
         select claim.subject, judged.amount, judged.code, coalesce(judged.demand ->> 'intent', intent_id) as intent,
           (judged.demand ->> 'minimumTokens')::numeric * 10::numeric ^ judged.decimals as price,
           judged.demand ->> 'intent' is not null and judged.code is distinct from 'whole_price' as is_part
         from (${claims}) claim join chain.verifications judged using (id) where is_done
       ) payment where intent is not null group by intent, subject
       having sum(amount) filter (where is_part) < min(price) filter (where is_part) and not bool_or(code is not distinct from 'settled')`,
    ],
    // Such payments are never compared with the chain. A member's leaf may be on its way.
    [
      'its payment counts as settled by hand, and no leaf says so',
      `select claim.subject from (${claims}) claim join chain.verifications judged using (id)
       where judged.code = 'settled' and claim.id not in (select id from removal_claims where status = 'counted' or code is null) and (claim.purpose = 'removal' or abs(extract(epoch from now() - judged_at)) > 3600) and not exists (
         select from ledger_records told where log in (select log from ledger_head)
           and told.subject = 'settlement ' || claim.id and (report_id is null) = (claim.purpose = 'membership'))`,
    ],
  ] as const;

const removals = `select 'removal' as purpose, 'report ' || report_id as subject, id, signature, amount, intent_id, status = 'removed' as is_done
  from removal_claims where status in ('removed', 'counted')`;
const memberships = `select 'membership', 'member ' || member.id, claim_id, transaction_hash, amount, intent_id, true
  from membership.alpha_group_members member left join membership.membership_claims claim on claim.id = claim_id
  union all
  select 'membership', 'member ' || member.id, claim.id, signature, amount, intent_id, true
  from membership.alpha_group_members member join membership.membership_claims claim using (reference)
  where status = 'admitted' and claim.id <> claim_id`;

export async function auditDerived(trx: Knex.Transaction, differences: Differences): Promise<void> {
  const { rows: found } = await trx.raw(
    `select to_regclass('membership.alpha_group_members') is not null as members, to_regclass('chain.verifications') is not null as payments`,
  );
  const { members, payments } = found[0];
  const claims = members ? `${removals} union all ${memberships}` : removals;
  const all = [
    ...[...checks, ...(members ? checksOfMembers : []), ...(payments ? checksOfPayments(claims) : [])],
    ...(members && payments ? checksOfFees : []),
  ];
  for (const [what, sql] of all)
    await readPart(trx, differences, async (part) => {
      const { rows } = await part.raw<{ rows: { subject: string }[] }>(sql);
      for (const { subject } of rows) differences.add(`${subject}: ${what}`);
    });
  if (payments) {
    await auditVerdicts(trx, claims, differences);
    await auditReconciliation(trx, differences);
  }
  // No audit reads the logs before: their records count only with the service's code.
  for await (const entries of streamRows<Coded>(trx, unpublished))
    for (const { kind, id } of await withoutCode(trx, entries))
      if ((await oncePublic(trx, kind, [id])).length === 0)
        differences.add(`${kind} ${id}: the service did not write it, or not at this time`);
  for (const cursor of await trx('webhook_cursors'))
    if (!isOwnCursor(trx, cursor))
      differences.add(`webhook ${cursor.subscriber}: the service did not write its cursor`);
}

/** Names claims, and what else counts as accepted, whose verdict, or its evidence, of which receipts are made, the verifier did not write. */
async function auditVerdicts(trx: Knex.Transaction, claims: string, differences: Differences): Promise<void> {
  const verdicts = `select evidence.*, judged.*, evidence.mac as evidence_mac, coalesce(claim.subject, replace(judged.subject, ':', ' ')) as about
    from chain.verifications judged left join (${claims}) claim using (id)
    left join chain.evidence on (evidence.cluster, evidence.signature) = (judged.cluster, judged.signature)
    where claim.subject is not null or outcome = 'accepted' and judged.purpose <> 'look'`;
  for await (const rows of streamRows<Record<string, unknown>>(trx, verdicts))
    for (const row of rows)
      if (!isOwnVerdict(trx, row))
        differences.add(`${row.about}: the chain verifier did not write how it judged its payment`);
}

/** Checks the figures that /transparency shows of payments compared with the chain. */
async function auditReconciliation(trx: Knex, differences: Differences): Promise<void> {
  const said = await trx('chain.state').whereNotNull('completed_at').first();
  if (!said) return;
  if (!said.mac?.equals(macOfFigures(trx, said)))
    differences.add('the chain verifier did not write its figures of payments compared with the chain');
  else if (said.figures.notOnChain > 0)
    differences.add(`payments are not on the chain as their receipts say (${said.figures.notOnChain})`);
}
