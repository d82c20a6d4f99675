import type { Knex } from 'knex';
import { insertEntry } from '../audit-log/repository.ts';
import { changeStatus, type StatusChange } from '../cases/change-status.ts';

/** Changes the status of a case as a moderator decides, and records it. */
export async function setStatus(
  db: Knex,
  { operationId, ...change }: StatusChange & { operationId: string; version: number },
): Promise<void> {
  await db.transaction(async (trx) => {
    const report = await changeStatus(trx, change);
    const { status, rule, reason, who, period } = change;
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
