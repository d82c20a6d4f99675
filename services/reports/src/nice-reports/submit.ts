import type { PostInput } from '@naughty-list/contracts/report-input';
import type { Knex } from 'knex';
import type { NiceReportRow } from './nice-report.ts';
import { countRecentNiceReports, insertNiceReport, isPostListed, lockUsername } from './repository.ts';

export type SubmitOptions = { now: Date; niceReportsPerDay: number };

export type Submitted =
  | { outcome: 'added'; report: NiceReportRow }
  | { outcome: 'already-praised' }
  | { outcome: 'too-many'; retryAfterSeconds: number };

const DAY_SECONDS = 86_400;

/**
 * Stores a nice report: each is a separate entry, and each post counts once. Serialised per username, so that the daily
 * limit is exact.
 */
export async function submit(
  db: Knex,
  input: PostInput,
  { now, niceReportsPerDay }: SubmitOptions,
): Promise<Submitted> {
  return db.transaction(async (trx): Promise<Submitted> => {
    await lockUsername(trx, input.username);
    if (await isPostListed(trx, input.twitterUrl)) return { outcome: 'already-praised' };
    const recent = await countRecentNiceReports(trx, input.username, niceReportsPerDay);
    if (recent.count >= niceReportsPerDay) {
      const age = (now.getTime() - (recent.oldestAt ?? now).getTime()) / 1000;
      const retryAfterSeconds = Math.min(DAY_SECONDS, Math.max(1, Math.ceil(DAY_SECONDS - age)));
      return { outcome: 'too-many', retryAfterSeconds };
    }
    const report = await insertNiceReport(trx, input);
    return report ? { outcome: 'added', report } : { outcome: 'already-praised' };
  });
}
