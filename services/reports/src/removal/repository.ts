import type { ClaimVerdict } from '@naughty-list/payment-claims/claim';
import { nameQuery, runNamed } from '@naughty-list/service-kit/database/prepared';
import type { Knex } from 'knex';
import type { ReportRow } from '../reports/report.ts';

/** A report that a payment names, also while it is deleted: the payment may precede the deletion. */
export async function findPayable(db: Knex, id: number): Promise<ReportRow | undefined> {
  return db<ReportRow>('scammer_reports').where({ id }).first();
}

export async function findPayableByReference(db: Knex, reference: string): Promise<ReportRow | undefined> {
  return db<ReportRow>('scammer_reports').where({ unique_burn_address: reference }).first();
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
