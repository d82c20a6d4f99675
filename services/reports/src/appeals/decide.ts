import { type AppealDecision, appealTexts } from '@naughty-list/contracts/appeals';
import { type CaseRule, type CaseStatus, caseTexts, rulesOfStatus } from '@naughty-list/contracts/cases';
import { ApiError } from '@naughty-list/contracts/errors';
import type { Knex } from 'knex';
import { changeStatus } from '../cases/change-status.ts';
import { type AppealRow, lockAppeal } from './appeal.ts';

type Period = { from: string; to: string };

export type DecidedAppeal = {
  appealId: number;
  /** The version that was decided on. */
  version: number;
  decision: Exclude<AppealDecision, 'withdrawn'>;
  rule: CaseRule;
  reason: string;
  status?: CaseStatus | undefined;
  period?: Period | undefined;
  who: string;
  role: 'moderator' | 'admin';
  /** How many others may decide. */
  otherModerators: number;
};

/**
 * Decides an appeal, and changes the status that follows. Without one, a refusal takes back the dispute that its deadline or reply
 * brought.
 *
 * @throws ApiError not_found, changed_meanwhile, other_moderator_needed, invalid_input
 */
export async function decideAppeal(trx: Knex.Transaction, decided: DecidedAppeal): Promise<AppealRow> {
  const { appealId, version, decision, rule, reason, who, role } = decided;
  const appeal = await lockAppeal(trx, { id: appealId });
  if (!appeal) throw new ApiError('not_found', appealTexts.unknown);
  if (appeal.decided_at || appeal.version !== version)
    throw new ApiError('changed_meanwhile', caseTexts.changedMeanwhile);
  if (decided.otherModerators > 0 && (await deciderBefore(trx, appeal)) === who)
    throw new ApiError('other_moderator_needed', appealTexts.otherModerator);
  await trx('appeals')
    .where({ id: appealId })
    .update({
      decided_at: trx.fn.now(),
      decision,
      rule,
      reason,
      decided_by: who,
      version: version + 1,
      waits_for_proof: false,
    });
  const { status, period } = decided;
  const follows = status ? { status, rule, period } : await dispute(trx, appeal, decided);
  if (follows)
    await changeStatus(trx, { ...follows, reportId: appeal.report_id, reason, role, who, appealId });
  return appeal;
}

/** Who decided the appeal that has the same code, else the latest of the case before this one. */
async function deciderBefore(
  trx: Knex,
  { id, report_id, previous_id }: AppealRow,
): Promise<string | undefined> {
  const row = await trx('appeals')
    .where({ report_id })
    .where('id', '<', id)
    .whereNot({ decision: 'withdrawn' })
    .orderByRaw('id = ? desc, decided_at desc', [previous_id ?? 0])
    .first('decided_by');
  return row?.decided_by;
}

type Change = { status: CaseStatus; rule: CaseRule; period_from: string | null; period_to: string | null };

/** The disputes that end with the decision of their appeal. */
const disputes: readonly CaseRule[] = ['deadline_passed', 'reply_contradicts'];

/** The status before this appeal made the case disputed, when that is what the case has now and the appeal is refused. */
async function dispute(
  trx: Knex,
  { id, report_id, isShown }: AppealRow & { isShown: boolean },
  { decision, rule }: DecidedAppeal,
): Promise<{ status: CaseStatus; rule: CaseRule; period?: Period } | undefined> {
  if (decision !== 'refused' || !isShown) return undefined;
  const [latest, before]: (Change & { appeal_id: number | null })[] = await trx('case_changes')
    .where({ report_id })
    .orderBy('id', 'desc')
    .limit(2)
    .select('status', 'rule', 'appeal_id', trx.raw('period_from::text'), trx.raw('period_to::text'));
  if (!latest || !disputes.includes(latest.rule) || latest.appeal_id !== id) return undefined;
  if (!before) return { status: 'unreviewed', rule: fitting('unreviewed', rule, 'appeal_unfounded') };
  const { status, period_from: from, period_to: to } = before;
  return { status, rule: fitting(status, rule, before.rule), ...(from && to && { period: { from, to } }) };
}

const fitting = (status: CaseStatus, rule: CaseRule, otherwise: CaseRule): CaseRule =>
  rulesOfStatus[status].includes(rule) ? rule : otherwise;

/** Ends the open appeals of a report that a burn removed, in the transaction of the removal. */
export async function withdrawAppeals(trx: Knex.Transaction, reportId: number): Promise<void> {
  await trx('appeals')
    .where({ report_id: reportId, decided_at: null })
    .update({
      decided_at: trx.fn.now(),
      decision: 'withdrawn',
      rule: 'status_withdrawn',
      reason: appealTexts.burned,
      decided_by: 'burn',
      waits_for_proof: false,
      version: trx.raw('version + 1'),
    });
}
