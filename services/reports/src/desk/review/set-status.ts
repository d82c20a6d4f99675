import type { Knex } from 'knex';
import { type Decider, requireOtherModerator } from '../../cases/appeals/decide.ts';
import { changeStatus, lockCase, type StatusChange } from '../../cases/change-status.ts';
import { insertEntry } from '../../record/audit-entries.ts';
import { type DecisionLimit, requireWithinLimit } from '../moderation/decision-limit.ts';

/**
 * Changes the status of a case by a moderator's decision, and records it.
 *
 * @throws ApiError not_found, changed_meanwhile, invalid_input, other_moderator_needed, too_many_requests, second_word_needed
 */
export async function setStatus(
  db: Knex,
  {
    operationId,
    activeModerators,
    decisionLimit,
    ...change
  }: StatusChange & Decider & { operationId: string; decisionLimit: DecisionLimit; version: number },
): Promise<void> {
  await db.transaction(async (trx) => {
    await requireWithinLimit(trx, { operationId, who: change.who, decisionLimit }, 1);
    const { reportId, status, rule, reason, who, period } = change;
    await lockCase(trx, reportId);
    await requireOtherModerator(trx, { reportId, anyOpen: true }, { who, activeModerators });
    const report = await changeStatus(trx, change);
    await insertEntry(trx, {
      operationId,
      who,
      action: 'set_status',
      subject: 'scammer_report',
      row: report,
      details: {
        status,
        rule,
        reason,
        ...(status === 'compromised' && period && { period: `${period.from} to ${period.to}` }),
      },
    });
  });
}
