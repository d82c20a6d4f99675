import { decisionTexts } from '@naughty-list/contracts/decision-texts';
import { ApiError } from '@naughty-list/contracts/errors';
import type { Knex } from 'knex';
import { lockCase } from '../../cases/change-status.ts';
import { insertEntry } from '../../record/audit-entries.ts';
import { recordChanges } from '../../record/ledger/append.ts';
import type { Operation } from '../../record/rows.ts';

type Mark = Operation & { reportId: number; hasChanged: boolean; version: number };

/**
 * Says that the username of a case belongs to another account now, or no longer says so, and records it.
 *
 * @throws ApiError not_found, changed_meanwhile
 */
export async function markHandle(
  db: Knex,
  { reportId, hasChanged, version, ...operation }: Mark,
): Promise<void> {
  await db.transaction(async (trx) => {
    const row = await lockCase(trx, reportId);
    if (row.version !== version) throw new ApiError('changed_meanwhile', decisionTexts.changedMeanwhile);
    await trx('scammer_reports')
      .where({ id: reportId })
      .update({
        handle_changed_at: hasChanged ? trx.raw('coalesce(handle_changed_at, now())') : null,
        version: version + 1,
        names_version: trx.raw('names_version + 1'),
      });
    await recordChanges(trx, { cases: [reportId] }, ['handle']);
    await insertEntry(trx, {
      ...operation,
      action: 'mark_handle',
      subject: 'scammer_report',
      row,
      details: { handle: hasChanged ? 'has changed hands' : 'has not changed hands' },
    });
  });
}
