import type { ClaimVerdict } from '@naughty-list/payment-claims/claim';
import { nameQuery, runNamed } from '@naughty-list/service-kit/database/prepared';
import type { Knex } from 'knex';
import type { ReportRow } from '../reports/report.ts';
import { asItWouldComeBack, wasPaid } from './paid-meanwhile.ts';

/**
 * What a payment may be for: a report as it is, or, while it is deleted, as it would be restored. A single statement
 * finds it in one of the two places, even while it is being deleted or restored. The newest deletion is chosen after all
 * are found: asked for the newest, the planner would scan the log from its end.
 */
const payable = (inTable: string, inLog: string) => `
  with deletions as materialized (
    select id, before, subject_id from audit_log
    where subject = 'scammer_report' and action = 'delete' and restored_at is null and ${inLog}
  )
  select report.* from scammer_reports report where ${inTable}
  union all
  select deleted.* from (select * from deletions order by id desc limit 1) log,
    jsonb_populate_record(null::scammer_reports, ${asItWouldComeBack}) deleted
  limit 1`;

/** A report that is in its place is found there without looking any further. */
export async function findPayable(db: Knex, id: number): Promise<ReportRow | undefined> {
  const listed = await db<ReportRow>('scammer_reports').where({ id }).first();
  if (listed) return listed as ReportRow;
  const { rows } = await db.raw<{ rows: ReportRow[] }>(payable('id = :id', 'subject_id = :id'), { id });
  return rows[0];
}

export async function findPayableByReference(db: Knex, reference: string): Promise<ReportRow | undefined> {
  const { rows } = await db.raw<{ rows: ReportRow[] }>(
    payable('unique_burn_address = :reference', "before ->> 'unique_burn_address' = :reference"),
    { reference },
  );
  return rows[0];
}

/**
 * Locks a report's deletion, so that it cannot be restored until the transaction ends. Returns whether no payment has
 * removed the report, before the deletion or since; undefined when the report is not deleted (any more).
 */
export async function lockDeletedReport(trx: Knex, id: number): Promise<{ isUnpaid: boolean } | undefined> {
  const { rows } = await trx.raw<{ rows: { was_paid: boolean }[] }>(
    `select ${wasPaid('before')} as was_paid from audit_log
     where subject = 'scammer_report' and action = 'delete' and restored_at is null and subject_id = ?
     order by id desc limit 1 for update`,
    [id],
  );
  const [deletion] = rows;
  if (!deletion) return undefined;
  // After the lock: its previous holder may have decided a claim.
  const paid = await trx('removal_claims').where({ report_id: id, status: 'removed' }).first('id');
  return { isUnpaid: !deletion.was_paid && paid === undefined };
}

// Prepared: there is more to plan than to do.
const atOnce = nameQuery(
  'reports-remove-at-once',
  `with claim as materialized (
     select id, report_id, signature from removal_claims where id = :id and status = 'pending' for update
   ), removed as (
     update scammer_reports report
     set is_removed = true, held_at = null, removal_tx_hash = claim.signature, burn_transaction_hash = claim.signature
     from claim where report.id = claim.report_id and (not report.is_removed or report.held_at is not null)
     returning claim.id
   ), ended as (
     update removal_claims ending
     set status = 'removed', code = null, message = null, amount = :amount, decimals = :decimals, slot = :slot,
       rules = :rules, decided_at = now()
     from removed where ending.id = removed.id and ending.status = 'pending'
     returning ending.id
   ), counted as (
     select (select count(*) from removed) as removed, (select count(*) from ended) as ended
   )
   -- Never otherwise; if it were, the division fails, and nothing has happened.
   select ended::int / (case when ended = removed then 1 else 0 end) as ended from counted`,
);

/**
 * Removes a report and ends the pending claim that pays for it, both or neither. Returns false, and changes nothing, when
 * the claim is decided or the report is not listed. Locks the claim before the report, as all transactions do.
 */
export async function removeAtOnce(
  db: Knex,
  { id, amount, decimals, slot, rules }: ClaimVerdict,
): Promise<boolean> {
  const [counted] = await runNamed<{ ended: number }>(db, atOnce, {
    id,
    amount: amount === null ? null : String(amount),
    decimals,
    slot: slot === null ? null : String(slot),
    rules: JSON.stringify(rules),
  });
  return counted?.ended === 1;
}
