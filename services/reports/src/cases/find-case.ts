import { CLEARED_DAYS, caseTexts } from '@naughty-list/contracts/case-texts';
import { ApiError } from '@naughty-list/contracts/errors';
import { selectPrepared } from '@naughty-list/service-kit/database/database';
import type { Knex } from 'knex';
import { renamedTo } from '../register/aliases/repository.ts';
import type { ReportRow } from '../register/reports/report.ts';

const DAY_MS = 86_400_000;

const newest = (condition: string) => `select * from scammer_reports
    where ${condition} and held_at is null and deleted_at is null and erased_at is null
    order by is_removed, (cleared_at > $2 and removal_tx_hash is null) is true desc, id desc limit 1`;
const findNewest = { name: 'find case', text: newest('lower(username) = lower($1)') };
const findPresent = {
  name: 'find case by present name',
  text: newest(`id in ${renamedTo('$1', { isCurrent: true })}`),
};
const findRenamed = { name: 'find renamed case', text: newest(`id in ${renamedTo('$1')}`) };

/**
 * The public case of a username: its listed report, else a recently cleared one; else that of the account that has this name
 * now or, if the name was never reported, had it later.
 *
 * @throws ApiError removed_by_burn when the newest report was removed by a burn, otherwise not_found, also if it was about a
 * former owner of the username
 */
export async function findCase(db: Knex, username: string, now: Date): Promise<ReportRow> {
  const clearedAfter = new Date(now.getTime() - CLEARED_DAYS * DAY_MS);
  const find = (query: typeof findNewest) =>
    selectPrepared<ReportRow>(db, query, [username, clearedAfter]).then(([found]) => found);
  const isShown = (found: ReportRow | undefined) =>
    found &&
    !found.removal_tx_hash &&
    (!found.is_removed || (found.cleared_at !== null && found.cleared_at > clearedAfter));
  const own = await find(findNewest);
  const other = isShown(own) ? undefined : await find(own ? findPresent : findRenamed);
  const report = isShown(other) ? other : (own ?? other);
  const isOfFormerOwner = report === own && report?.handle_changed_at;
  if (report?.removal_tx_hash && !isOfFormerOwner) throw new ApiError('removed_by_burn', caseTexts.burned);
  if (!report || !isShown(report)) throw new ApiError('not_found', caseTexts.none);
  return report;
}
