import type { Knex } from 'knex';
import { insertEntry } from '../../record/audit-entries.ts';
import { lockRow, type Operation } from '../../record/rows.ts';
import { moderatedReports } from './moderated-reports.ts';
import type { ReportRow } from './report.ts';
import { setImageRefreshed } from './repository.ts';

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
    await setImageRefreshed(trx, id);
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
