import type { AdminRole } from '@naughty-list/contracts/admin-session';
import { caseTexts } from '@naughty-list/contracts/case-texts';
import type { CaseRule } from '@naughty-list/contracts/cases';
import { decisionTexts } from '@naughty-list/contracts/decision-texts';
import { ApiError } from '@naughty-list/contracts/errors';
import { isDuplicate } from '@naughty-list/service-kit/database/database';
import type { Knex } from 'knex';
import { recordChanges } from '../record/ledger/append.ts';
import { areOwn, changeRows } from '../record/row-leaves.ts';
import { markOverturned } from '../register/contributions/contributions.ts';
import type { ReportRow } from '../register/reports/report.ts';
import { type CaseFacts, type RuledStatus, refuseStatus } from './status-rules.ts';

export type StatusChange = RuledStatus & {
  reportId: number;
  /** The version that the moderator saw; none for the deadline, which applies to the case as it is. */
  version?: number;
  reason: string;
  role: AdminRole | 'deadline';
  who: string;
  appealId?: number;
  /** The rule of the earlier status that this brings back; it was checked when that status was set. */
  restores?: CaseRule | undefined;
};

/** Reasons by which a moderator found a report untrue. */
const untrue: readonly CaseRule[] = ['not_the_account', 'report_false'];

/**
 * The only way to change the status of a case; returns the changed report. A cleared report leaves the list; a reopened
 * one returns to it, unless a payment removed it. Locks the report: after a claim, before an appeal.
 *
 * @throws ApiError not_found for a report without a case, changed_meanwhile, invalid_input
 */
export async function changeStatus(trx: Knex.Transaction, change: StatusChange): Promise<ReportRow> {
  const { reportId, status, rule, reason, role, who, appealId = null, period, restores } = change;
  const before = await lockCase(trx, reportId);
  if (change.version !== undefined && change.version !== before.version)
    throw new ApiError('changed_meanwhile', decisionTexts.changedMeanwhile);
  const refused = restores ? undefined : refuseStatus(change, await readFacts(trx, before));
  if (refused) throw new ApiError('invalid_input', refused.message, { field: refused.field });
  const isCleared = status === 'cleared';
  const after = await refuseSecondListing(trx, before, async (inner) => {
    const [row]: ReportRow[] = await inner('scammer_reports')
      .where({ id: reportId })
      .update({
        status,
        cleared_at: isCleared ? (before.cleared_at ?? inner.fn.now()) : null,
        is_removed: isCleared || before.removal_tx_hash !== null,
        version: before.version + 1,
      })
      .returning('*');
    return row as ReportRow;
  });
  await changeRows(trx, 'case_changes', [reportId], () =>
    trx('case_changes').insert({
      report_id: reportId,
      status,
      rule,
      reason,
      role,
      who,
      appeal_id: appealId,
      ...(status === 'compromised' && { period_from: period?.from, period_to: period?.to }),
    }),
  );
  await recordChanges(trx, { cases: [reportId] }, ['status', 'names', 'confirmation']);
  if (isCleared || before.cleared_at)
    await markOverturned(trx, { reportId, isOverturned: isCleared && untrue.includes(restores ?? rule) });
  return after;
}

/** Locks the report of a case until the transaction ends. */
export async function lockCase(trx: Knex.Transaction, reportId: number): Promise<ReportRow> {
  const report: ReportRow | undefined = await trx('scammer_reports')
    .where({ id: reportId, held_at: null, deleted_at: null, erased_at: null })
    .forUpdate()
    .first();
  if (!report) throw new ApiError('not_found', caseTexts.none);
  return report;
}

/** Runs an update that may list a report; fails with `changed_meanwhile` when its username is listed already. */
async function refuseSecondListing<Done>(
  trx: Knex.Transaction,
  { username }: ReportRow,
  update: (inner: Knex.Transaction) => Promise<Done>,
): Promise<Done> {
  try {
    return await trx.transaction(update);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw new ApiError('changed_meanwhile', decisionTexts.listedAgain(username));
  }
}

/** The facts of a locked case that status rules depend on. */
async function readFacts(trx: Knex, { id, status, independent }: ReportRow): Promise<CaseFacts> {
  const { rows } = await trx.raw<{ rows: Omit<CaseFacts, 'before' | 'independent'>[] }>(
    `select changes, "wasCorroborated", open, overdue, granted, refused,
       ((now() + interval '14 hours') at time zone 'UTC')::date::text as today, exists (
       select from replies join appeals on appeals.id = appeal_id
       where replies.report_id = :id and published_at is not null and rejected_at is null and contradicts and proven_at is not null
     ) as "isContradicted"
     from (
       select count(*)::int as changes, coalesce(bool_or(status = 'corroborated'), false) as "wasCorroborated"
       from case_changes where report_id = :id
     ) history, (
       select count(*) filter (where decided_at is null and proven_at is not null)::int as open,
         count(*) filter (where decided_at is null and proven_at is not null
           and (overdue_at is not null or due_at <= now()))::int as overdue,
         count(*) filter (where decision in ('granted', 'partly_granted'))::int as granted,
         count(*) filter (where decision = 'refused' and proven_at is not null)::int as refused
       from appeals where report_id = :id
     ) appealed`,
    { id },
  );
  const facts = rows[0] as (typeof rows)[number];
  const isContradicted = facts.isContradicted && (await areOwn(trx, 'replies', [id]));
  return { ...facts, isContradicted, before: status, independent };
}
