import type { AdminRole } from '@naughty-list/contracts/admin-session';
import { appealTexts } from '@naughty-list/contracts/appeals';
import { ApiError } from '@naughty-list/contracts/errors';
import { reviewTexts } from '@naughty-list/contracts/review';
import type { Knex } from 'knex';
import { areRecorded, recordChanges } from '../../record/ledger/append.ts';
import { areOwn, changeRows, lockRows, recordRows } from '../../record/row-leaves.ts';
import type { ReportRow } from '../../register/reports/report.ts';
import { changeStatus, lockCase } from '../change-status.ts';
import { areAppealsOwn, lockByCode } from './appeal.ts';

/**
 * Sets the one reply of a case, by any of its account's proven appeals; a moderator publishes it. A post from a stolen
 * account does not replace the reply of the owner whom a moderator confirmed.
 *
 * @throws ApiError unknown_case_code, appeal_not_possible
 */
export async function setReply(
  db: Knex,
  caseCode: unknown,
  { text, contradicts }: { text: string; contradicts: boolean },
): Promise<void> {
  await db.transaction(async (trx) => {
    const appeal = await lockByCode(trx, caseCode);
    if (!appeal.isAnswerable) throw new ApiError('appeal_not_possible', appealTexts.gone);
    if (!appeal.proven_at) throw new ApiError('appeal_not_possible', appealTexts.replyNeedsProof);
    const { report_id } = appeal;
    if (appeal.proven_by === 'post' && (await findConfirmed(trx, appeal)))
      throw new ApiError('appeal_not_possible', appealTexts.replyConfirmed);
    const isProven = await areAppealsOwn(trx, report_id);
    const reply = { appeal_id: appeal.id, body: text, contradicts };
    await trx('replies')
      .insert({ report_id, ...reply })
      .onConflict('report_id')
      .merge({ ...reply, written_at: trx.fn.now(), published_at: null, rejected_at: null });
    if (isProven) await recordRows(trx, 'replies', [report_id]);
    await recordChanges(trx, { cases: [report_id] }, ['reply']);
  });
}

/** The reply of another appeal, whose sender a moderator confirmed as the account. */
const findConfirmed = (trx: Knex, { id, report_id }: { id: number; report_id: number }) =>
  trx('replies')
    .join('appeals', 'appeals.id', 'appeal_id')
    .where({ 'replies.report_id': report_id, rejected_at: null, proven_by: 'moderator' })
    .whereNot({ appeal_id: id })
    .first('appeal_id');

/**
 * Publishes the reply that a moderator has read, or rejects it. A proven reply that contradicts the report disputes an
 * undisputed case while its appeal is open.
 *
 * @throws ApiError not_found, changed_meanwhile
 */
export async function applyReplyDecision(
  trx: Knex.Transaction,
  request: {
    reportId: number;
    decision: 'publish' | 'reject';
    /** When the reply that the moderator read was written. */
    at: string;
    who: string;
    role: AdminRole;
  },
): Promise<ReportRow> {
  const { reportId, decision, at, who, role } = request;
  const report = await lockCase(trx, reportId);
  await lockRows(trx, 'replies', [reportId]);
  const reply = await trx('replies')
    .where({ report_id: reportId, rejected_at: null })
    .whereRaw("date_trunc('milliseconds', written_at) = ?::timestamptz", [at])
    .first();
  const isPublished = decision === 'publish';
  if (!reply || (isPublished && reply.published_at))
    throw new ApiError('changed_meanwhile', reviewTexts.decidedMeanwhile);
  if (isPublished && !(await areOwn(trx, 'replies', [reportId])))
    throw new ApiError('changed_meanwhile', reviewTexts.foreignReply);
  const now = trx.fn.now();
  const decided = isPublished ? { published_at: now } : { published_at: null, rejected_at: now };
  await changeRows(trx, 'replies', [reportId], () =>
    trx('replies').where({ report_id: reportId }).update(decided),
  );
  // The audit must report an appeal or a status that was changed in the database, by which the reply disputes the case or not.
  const isRecorded = !isPublished || (await areAppealsOwn(trx, reportId));
  if (isRecorded) await recordChanges(trx, { cases: [reportId] }, ['reply']);
  if (!isPublished || !isRecorded) return report;
  const appeal = await trx('appeals').where({ id: reply.appeal_id }).first('decided_at', 'proven_at');
  const isOpen = appeal?.decided_at === null && appeal.proven_at !== null;
  if (!reply.contradicts || !isOpen || !['unreviewed', 'corroborated'].includes(report.status)) return report;
  if (!(await areRecorded(trx, [`report ${reportId}`], { cases: [reportId] }))) return report;
  const change = { status: 'disputed', rule: 'reply_contradicts', reason: appealTexts.replyShown } as const;
  return changeStatus(trx, { ...change, reportId, who, role, appealId: reply.appeal_id });
}
