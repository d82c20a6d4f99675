import type { Knex } from 'knex';
import { type Decider, requireOther } from '../appeals/decide.ts';
import { insertEntry } from '../audit-log/repository.ts';
import { changeStatus, type StatusChange } from '../cases/change-status.ts';

/**
 * Changes the status of a case by a moderator's decision, and records it.
 *
 * @throws ApiError not_found, changed_meanwhile, invalid_input, other_moderator_needed
 */
export async function setStatus(
  db: Knex,
  {
    operationId,
    otherModerators,
    ...change
  }: StatusChange & Decider & { operationId: string; version: number },
): Promise<void> {
  await db.transaction(async (trx) => {
    const report = await changeStatus(trx, change);
    const { reportId, status, rule, reason, who, period } = change;
    await requireOther(trx, { reportId, anyOpen: true }, { who, otherModerators });
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
