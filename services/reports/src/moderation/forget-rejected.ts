import type { Knex } from 'knex';

const BATCH = 500;

/**
 * Deletes rejected reports and praises for good that were never public, with their texts in the audit log; returns how
 * many. A report that was public, or for which somebody paid, stays.
 */
export async function forgetRejected(db: Knex, before: Date, mayGoOn: () => boolean): Promise<number> {
  let forgotten = 0;
  for (let gone = BATCH; gone === BATCH && mayGoOn(); forgotten += gone) {
    const { rows } = await db.raw<{ rows: { gone: number }[] }>(FORGET, { before, batch: BATCH });
    gone = rows[0]?.gone ?? 0;
  }
  return forgotten;
}

const FORGET = `
  with rejected as materialized (
    select subject, subject_id, username from audit_log
    where action = 'delete' and restored_at is null and (before ->> 'held_at') is not null and at < :before
      and (subject = 'nice_report' or exists (
        select from scammer_reports report
        where report.id = subject_id and deleted_at is not null and removal_tx_hash is null
          and not exists (select from ledger_records where report_id = report.id)
          and not exists (select from removal_claims where report_id = report.id)
      ))
    order by at limit :batch for update skip locked
  ), gone as (
    delete from scammer_reports using rejected where subject = 'scammer_report' and scammer_reports.id = subject_id
  ), named as (
    delete from traces using rejected where subject = 'scammer_report' and report_id = subject_id
  ), cut as (
    update audit_log log set before = null, after = null, erased_at = now(),
      restored_at = case when action = 'delete' then coalesce(restored_at, now()) end
    from rejected
    -- By name as well, which is indexed.
    where lower(log.username) = lower(rejected.username) and log.subject = rejected.subject
      and log.subject_id = rejected.subject_id
  )
  select count(*)::int as gone from rejected`;
