import { removalTexts } from '@naughty-list/contracts/removal';
import type { PaymentDemand } from '@naughty-list/contracts/verifications';
import type { ClaimTable } from '@naughty-list/payment-flow/claim-table';
import type { PaymentKind } from '@naughty-list/payment-flow/effect';
import { findIntentByKey } from '@naughty-list/payment-flow/intent';
import { selectPrepared } from '@naughty-list/service-kit/database/database';
import type { Knex } from 'knex';
import { areRecorded, recordChanges } from '../../record/ledger/append.ts';
import { forgetPosts, isMisconfirmed } from '../../record/post-rows.ts';
import { changedRows, changeRows, recordRows } from '../../record/row-leaves.ts';
import { isHeld, isPayable, type ReportRow } from '../../register/reports/report.ts';

/** Claims for the removal of a report, by its id; an accepted one that took effect is `removed`. */
export const removalClaims: ClaimTable = {
  table: 'removal_claims',
  subjectColumn: 'report_id',
  channel: 'reports_removal_claims',
  done: 'removed',
};

/** Refusal code of a payment for a report that is no longer listed. */
export const REPORT_ALREADY_REMOVED = 'report_already_removed';

/** The decision of an appeal whose report was paid for meanwhile. */
export const APPEAL_WITHDRAWN = 'A payment removed the entry before a moderator decided.';

export type RemovalPayment = PaymentKind<number>;

/** The removal of a report, as a kind of payment. `minimumTokens`: the price without an intent. */
export const removalPayment = (minimumTokens: string): RemovalPayment => ({
  purpose: 'removal',
  claims: removalClaims,
  // A deleted or held report takes no new payment, though one under way still counts.
  async isPayable(db, subject, { isBegun = false } = {}) {
    const report = await findReportEvenDeleted(db, Number(subject));
    return report !== undefined && isPayable(report) && !report.deleted_at && (isBegun || !isHeld(report));
  },
  nothingLeft: { code: REPORT_ALREADY_REMOVED, message: removalTexts.alreadyRemoved },
  refusalText: (_, message) => message ?? removalTexts.unableToVerify,
  async demandFor(db, subject) {
    const report = await findReportEvenDeleted(db, Number(subject));
    return report && removalDemand(report, minimumTokens);
  },
  async targetOf(db, { reference, referenceKey, mint }) {
    const report = await findReportByReference(db, reference);
    if (!report) return undefined;
    const subject = String(report.id);
    const intent =
      referenceKey === undefined
        ? undefined
        : await findIntentByKey(db, removalClaims, { subject, referenceKey, mint });
    // A payment for a report that is gone is claimed, too: it becomes its payer's credit.
    return { subject, demand: removalDemand(report, minimumTokens), intent, mayOpen: true };
  },
  async subjectOf(db, reference) {
    const report = await findReportByReference(db, reference);
    return report && String(report.id);
  },
  /** Takes the report off the list (or keeps it off if a deletion is undone later) and ends its appeals. */
  async takeEffect(trx, { id, subject, signature }, { blockTime }) {
    const reportId = Number(subject);
    if (subject === null || (await cameTooLate(trx, id, blockTime))) return undefined;
    if (!(await markRemoved(trx, reportId, signature))) return undefined;
    await withdrawAppeals(trx, reportId);
    return reportId;
  },
  // Ended claims have the burned amounts: this one, and the parts of its intent. All is recorded at once and last, because it locks
  // the list's version, for which every other change waits.
  async onEnded(trx, { id, subject, intentId }) {
    const paid: { id: string; signature: string }[] = await trx('removal_claims')
      .where({ status: 'removed' })
      .whereRaw('(id = :id or intent_id = :intentId)', { id, intentId })
      .select('id', 'signature');
    const ids = paid.map((claim) => claim.id);
    // One that was paid for before, and was added to this intent in the database.
    const changed = await changedRows(trx, 'removal_claims', ids);
    await recordRows(
      trx,
      'removal_claims',
      ids.filter((each) => !changed.includes(each)),
    );
    const touched = { cases: [Number(subject)], burns: paid.map(({ signature }) => signature) };
    await recordChanges(trx, touched, ['report', 'verdict', 'burn']);
  },
});

/**
 * Removes a listed report from the list, or a held one from the queue. An erased or deleted report is off the list
 * already and only marked as paid for. False if another payment removed it before, or there is no such report. The caller records it.
 */
export async function markRemoved(db: Knex, id: number, signature: string): Promise<boolean> {
  await db.raw('select from scammer_reports where id = ? for update', [id]);
  // The leaf of a burn says no more of the report: the audit must report a name that was changed in the database before.
  const misconfirmed = await db('scammer_reports as report')
    .where({ id })
    .whereRaw(isMisconfirmed('report', 'id', '0'))
    .first('id');
  const touched = { cases: [id], posts: [id] };
  const areAsSaid = await areRecorded(db, [`report ${id}`, `post ${id}`], touched);
  const isRecorded =
    !misconfirmed && areAsSaid && (await changedRows(db, 'scammer_reports', [id])).length === 0;
  const isRemoved = (await selectPrepared(db, REMOVE_REPORT, [id, signature])).length === 1;
  if (isRemoved) {
    if (isRecorded) await recordRows(db, 'scammer_reports', [id]);
    await forgetPosts(db, { cases: [id] });
  }
  return isRemoved;
}

const REMOVE_REPORT = {
  name: 'remove report',
  text: `
    update scammer_reports set is_removed = true, held_at = null, removal_tx_hash = $2, burn_transaction_hash = $2
    where id = $1 and removal_tx_hash is null returning id`,
};

/**
 * Whether a payment was claimed after its report had been cleared or erased, or, by an offer or its payer's signature, deleted, or
 * was sent after the deletion: unlike one under way, it is its payer's credit.
 */
async function cameTooLate(trx: Knex, claimId: string, blockTime: number | undefined): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: object[] }>(
    `select from removal_claims claim join scammer_reports report on report.id = claim.report_id
     where claim.id = :claimId and (claim.created_at >=
       least(report.cleared_at, report.erased_at, case when num_nonnulls(claim.intent_id, claim.proven_wallet) > 0 then report.deleted_at end)
       or report.deleted_at < to_timestamp(:paidAt::float8))`,
    { claimId, paidAt: blockTime ?? null },
  );
  return rows.length > 0;
}

/** Ends the open appeals of a removed report. */
async function withdrawAppeals(trx: Knex.Transaction, reportId: number): Promise<void> {
  const open: number[] = await trx('appeals').where({ report_id: reportId, decided_at: null }).pluck('id');
  const withdrawn = { decision: 'withdrawn', reason: APPEAL_WITHDRAWN, decided_by: 'burn' };
  await changeRows(trx, 'appeals', open, () =>
    trx('appeals')
      .whereIn('id', open)
      .where({ decided_at: null })
      .update({ ...withdrawn, decided_at: trx.fn.now(), version: trx.raw('version + 1') }),
  );
}

/** The report of a payment, payable or not: the payment may precede its deletion. */
export async function findReportEvenDeleted(db: Knex, id: number): Promise<ReportRow | undefined> {
  return db<ReportRow>('scammer_reports').where({ id }).first();
}

export async function findReportByReference(db: Knex, reference: string): Promise<ReportRow | undefined> {
  return db<ReportRow>('scammer_reports').where({ unique_burn_address: reference }).first();
}

/** A report as the subject of demands and proofs (`report:7`); that of claims and intents is its bare id. */
export const removalSubject = (reportId: number) => `report:${reportId}`;

/** The demand for a report's removal. */
export function removalDemand(
  report: { id: number; unique_burn_address: string; reported_at: Date },
  minimumTokens: string,
): PaymentDemand {
  return {
    subject: removalSubject(report.id),
    minimumTokens,
    reference: report.unique_burn_address,
    notBefore: Math.floor(report.reported_at.getTime() / 1000),
  };
}
