import type { Knex } from 'knex';
import { insertEntry } from '../../record/audit-entries.ts';
import { renewList } from '../../record/ledger/append.ts';
import { lockRow, type Operation } from '../../record/rows.ts';
import { moderatedReports } from './moderated-reports.ts';
import type { ReportRow } from './report.ts';

/**
 * Changes the URL of a report's profile image for every visitor, so that it is fetched again. Undefined when there is
 * no such report.
 */
export async function refreshProfileImage(
  db: Knex,
  { id, ...operation }: Operation & { id: number },
): Promise<ReportRow | undefined> {
  return db.transaction(async (trx) => {
    const before = await lockRow<ReportRow>(trx, moderatedReports, id);
    if (!before) return undefined;
    await trx('scammer_reports')
      .where({ id })
      .update({
        // Each time is at least a second later than the previous one.
        profile_image_refreshed_at: trx.raw(
          "greatest(now(), profile_image_refreshed_at + interval '1 second')",
        ),
      });
    await renewList(trx, 'version');
    const after = await lockRow<ReportRow>(trx, moderatedReports, id);
    if (!after) return undefined;
    await insertEntry(trx, {
      ...operation,
      action: 'refresh_profile_image',
      subject: moderatedReports.name,
      row: after.row,
      before: before.stored,
      after: after.stored,
    });
    return after.row;
  });
}
