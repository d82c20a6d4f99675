import {
  type AdminNiceReport,
  adminReportTexts,
  type ReportEdit,
} from '@naughty-list/contracts/admin-reports';
import { ApiError } from '@naughty-list/contracts/errors';
import { isPostOf, reportTexts } from '@naughty-list/contracts/report-input';
import { isDuplicate } from '@naughty-list/service-kit/database/database';
import type { Knex } from 'knex';
import { insertEntry } from '../../record/audit-entries.ts';
import type { Entity } from '../../record/entity.ts';
import { recordChanges } from '../../record/ledger/append.ts';
import { lockRow, type Operation, touchedRows, updateRow } from '../../record/rows.ts';
import { moderatedNiceReports } from '../../register/nice-reports/nice-report.ts';

type EditedRow = { id: number; username: string; twitter_url: string; description: string; version: number };

/**
 * Edits a report and records the admin, before and after. Edits of one report are serialised; an edit without a
 * change is not recorded. Undefined when there is no such report.
 *
 * @throws ApiError when the new link is that of another account's post, or of one that was paid for or cleared, or when the
 * report no longer has `change.version`
 */
export async function edit<Row extends EditedRow, View>(
  db: Knex,
  entity: Entity<Row, View>,
  { id, change, ...operation }: Operation & { id: number; change: ReportEdit },
): Promise<View | undefined> {
  return db.transaction(async (trx) => {
    const before = await lockRow<Row>(trx, entity, id);
    if (!before) return undefined;
    const { twitterUrl, description, version } = change;
    if (version !== undefined && version !== before.row.version)
      throw new ApiError('changed_meanwhile', adminReportTexts.changedMeanwhile);
    const isMoved = twitterUrl !== undefined && twitterUrl !== before.row.twitter_url;
    if (isMoved && !isPostOf(twitterUrl, before.row.username)) {
      throw new ApiError('invalid_input', reportTexts.usernameOfAnother, { field: 'twitterUrl' });
    }
    const holdReason = description && entity.holdReasonFor?.(before.row, description);
    const after = await updateRow<Row>(trx, entity, { id, twitterUrl, description, holdReason });
    if (!after) return entity.toView(before.row);
    if (description)
      await entity.retrace?.(trx, after.row, { before: before.row.description, after: description });
    if (isMoved) await entity.refusePost?.(trx, id);
    await recordChanges(trx, touchedRows(entity.table, [id]), after.changes);
    await insertEntry(trx, {
      ...operation,
      action: 'edit',
      subject: entity.name,
      row: after.row,
      before: before.stored,
      after: after.stored,
    });
    return entity.toView(after.row);
  });
}

export type Edited =
  | { outcome: 'edited'; niceReport: AdminNiceReport }
  | { outcome: 'unknown' | 'already-praised' };

/** Edits a nice report; its post must not be that of another nice report. */
export async function applyNiceReportEdit(
  db: Knex,
  request: Operation & { id: number; change: ReportEdit },
): Promise<Edited> {
  try {
    const niceReport = await edit(db, moderatedNiceReports, request);
    return niceReport ? { outcome: 'edited', niceReport } : { outcome: 'unknown' };
  } catch (error) {
    if (isDuplicate(error, 'nice_reports_post')) return { outcome: 'already-praised' };
    throw error;
  }
}
