import { CLEARED_DAYS, caseTexts } from '@naughty-list/contracts/cases';
import { ApiError } from '@naughty-list/contracts/errors';
import { selectPrepared } from '@naughty-list/service-kit/database/prepared';
import type { Knex } from 'knex';
import type { ReportRow } from '../reports/report.ts';

const DAY_MS = 86_400_000;

const findNewest = {
  name: 'find case',
  text: `select * from scammer_reports
    where lower(username) = lower($1) and held_at is null and deleted_at is null and erased_at is null
    order by is_removed, (cleared_at > $2 and removal_tx_hash is null) is true desc, id desc limit 1`,
};

/**
 * The public case of a username: its listed report, else a recently cleared one.
 *
 * @throws ApiError removed_by_burn when the newest report was removed by a burn, otherwise not_found
 */
export async function findCase(db: Knex, username: string, now: Date): Promise<ReportRow> {
  const clearedAfter = new Date(now.getTime() - CLEARED_DAYS * DAY_MS);
  const [report] = await selectPrepared<ReportRow>(db, findNewest, [username, clearedAfter]);
  if (report?.removal_tx_hash) throw new ApiError('removed_by_burn', caseTexts.burned);
  const isShown = report && (!report.is_removed || (report.cleared_at && report.cleared_at > clearedAfter));
  if (!isShown) throw new ApiError('not_found', caseTexts.none);
  return report;
}
