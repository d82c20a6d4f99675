import type { AdminRole } from '@naughty-list/contracts/admin-session';
import { type AppealDecision, appealTexts } from '@naughty-list/contracts/appeals';
import { type CaseRule, type CaseStatus, rulesOfStatus } from '@naughty-list/contracts/cases';
import { decisionTexts } from '@naughty-list/contracts/decision-texts';
import { ApiError } from '@naughty-list/contracts/errors';
import type { Knex } from 'knex';
import { areRecorded, recordChanges } from '../../record/ledger/append.ts';
import { areOwn, changeRows, lockRows } from '../../record/row-leaves.ts';
import { changeStatus, type StatusChange } from '../change-status.ts';
import { contradicts } from '../status-rules.ts';
import { fromEarlierDecisions, type LockedAppeal, lockAppeal } from './appeal.ts';

type Period = { from: string; to: string };

/** The deciding moderator, and the moderators who are active. */
export type Decider = { who: string; activeModerators: readonly string[] };

export type AppealRuling = Decider & {
  appealId: number;
  /** The version of the case that the moderator saw. */
  version: number;
  decision: Exclude<AppealDecision, 'withdrawn'>;
  rule: CaseRule;
  reason: string;
  status?: CaseStatus | undefined;
  period?: Period | undefined;
  role: AdminRole;
};

/**
 * Decides an appeal and sets the given status. Without a status, it undoes the dispute that its deadline or reply caused: what is
 * decided is no longer disputed.
 *
 * @throws ApiError not_found, changed_meanwhile, other_moderator_needed, invalid_input
 */
export async function applyDecision(trx: Knex.Transaction, ruling: AppealRuling): Promise<LockedAppeal> {
  const { appealId, version, decision, rule, reason, who, role } = ruling;
  const appeal = await lockAppeal(trx, { id: appealId });
  if (!appeal) throw new ApiError('not_found', appealTexts.unknown);
  if (appeal.decided_at || appeal.version !== version)
    throw new ApiError('changed_meanwhile', decisionTexts.changedMeanwhile);
  if (contradicts(decision, rule))
    throw new ApiError('invalid_input', decisionTexts.ruleContradicts, { field: 'rule' });
  const { report_id: reportId } = appeal;
  await requireOtherModerator(trx, { reportId, appealId, anyOpen: ruling.status !== undefined }, ruling);
  const verdict = { decided_at: trx.fn.now(), decision, rule, reason, decided_by: who, version: version + 1 };
  await changeRows(trx, 'appeals', [appealId], () => trx('appeals').where({ id: appealId }).update(verdict));
  const { status, period } = ruling;
  const change = status ? { status, rule, period } : await undoneDispute(trx, appeal, ruling);
  await recordChanges(trx, { cases: [reportId], appeals: [appealId] }, ['verdict']);
  if (change) await changeStatus(trx, { ...change, reportId, reason, role, who, appealId });
  return appeal;
}

/**
 * Refuses a moderator who made a decision that an open appeal is against: the publication of a held report, the status of the case, or
 * the previous appeal (with the same code, else the latest proven one). Refuses only while another active moderator may decide: of several who all decided something, the latest.
 * Checks the appeal `appealId` and, with `anyOpen`, every open proven appeal of the case.
 *
 * @throws ApiError other_moderator_needed
 */
export async function requireOtherModerator(
  trx: Knex,
  open: { reportId: number; appealId?: number; anyOpen: boolean },
  { who, activeModerators }: Decider,
): Promise<void> {
  const { rows } = await trx.raw<{ rows: { barred: string[] }[] }>(
    `select array(
       select who from (
         (select decided_by as who, decided_at as at ${fromEarlierDecisions}
          order by (earlier.id = appeals.previous_id) is true desc, earlier.decided_at desc limit 1)
         union all
         (select who, at from case_changes
          where report_id = :reportId and at < opened_at and role <> 'deadline'
            and rule not in ('decision_undone', 'reply_contradicts') order by id desc limit 1)
         union all
         (select who, at from audit_log
          where subject = 'scammer_report' and subject_id = :reportId and action = 'publish' order by id desc limit 1)
       ) decided group by who order by max(at) desc
     ) as barred
     from appeals
     where report_id = :reportId and decided_at is null and (id = :appealId::int or :anyOpen and proven_at is not null)`,
    { appealId: null, ...open },
  );
  const others = activeModerators.filter((name) => name !== who);
  const isBarred = (barred: string[]) =>
    barred
      .filter((name) => name === who || others.includes(name))
      .slice(0, others.length)
      .includes(who);
  if (rows.some(({ barred }) => isBarred(barred)))
    throw new ApiError('other_moderator_needed', appealTexts.otherModerator);
}

type Change = { status: CaseStatus; rule: CaseRule; period_from: string | null; period_to: string | null };

/**
 * The status before this appeal made the case disputed, if that was the latest change. Before its decision, only an appeal's
 * deadline and reply change the status.
 */
export async function undoneDispute(
  trx: Knex,
  { id, report_id, isAnswerable }: LockedAppeal,
  { decision, rule }: Pick<AppealRuling, 'decision' | 'rule'>,
): Promise<Pick<StatusChange, 'status' | 'rule' | 'period' | 'restores'> | undefined> {
  if (!isAnswerable) return undefined;
  await lockRows(trx, 'case_changes', [report_id]);
  const [latest, before]: (Change & { id: number; appeal_id: number | null })[] = await trx('case_changes')
    .where({ report_id })
    .orderBy('id', 'desc')
    .limit(2)
    .select('id', 'status', 'rule', 'appeal_id', trx.raw('period_from::text'), trx.raw('period_to::text'));
  if (latest?.appeal_id !== id) return undefined;
  const isRecorded =
    before === undefined || (await areRecorded(trx, [`decision ${before.id}`], { cases: [report_id] }));
  if (!isRecorded || !(await areOwn(trx, 'case_changes', [report_id])))
    throw new ApiError('changed_meanwhile', decisionTexts.changedMeanwhile);
  const otherwise = decision === 'refused' ? 'appeal_unfounded' : 'status_withdrawn';
  if (!before) return { status: 'unreviewed', rule: ruleFor('unreviewed', rule, otherwise) };
  const { status, period_from: from, period_to: to } = before;
  return {
    status,
    rule: ruleFor(status, rule, before.rule),
    restores: before.rule,
    ...(from && to && { period: { from, to } }),
  };
}

/** The rule, if it leads to the status. */
const ruleFor = (status: CaseStatus, rule: CaseRule, otherwise: CaseRule): CaseRule =>
  rulesOfStatus[status].includes(rule) ? rule : otherwise;
