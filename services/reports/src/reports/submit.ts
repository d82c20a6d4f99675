import type { Knex } from 'knex';
import { isHeld, type ReportRow } from './report.ts';
import {
  countRecentReports,
  findListed,
  forgetRepeat,
  type InsertOptions,
  incrementReportCount,
  insertReports,
  isClearedPost,
  isPaidPost,
  type NewReport,
  recordRepeat,
} from './repository.ts';

export type SubmitOptions = InsertOptions & {
  /** Tells clients apart without saying who they are. */
  clientKey: string;
  now: Date;
  repeatsPerHour: number;
};

export type Submitted =
  | { outcome: 'listed' | 'held'; report: ReportRow }
  | { outcome: 'already-listed'; username: string }
  | { outcome: 'post-removed' | 'post-reviewed' }
  | { outcome: 'too-many'; retryAfterSeconds: number };

const DAY_SECONDS = 86_400;

/**
 * Puts a username on the list. One that is on it already keeps its report, whose count rises by one at most once a
 * day (UTC) per client. However many ask at the same time, one report is made, unless reports come too fast: then each waits for
 * an admin.
 */
export async function submit(db: Knex, input: NewReport, options: SubmitOptions): Promise<Submitted> {
  for (;;) {
    const listed = await findListed(db, input.username);
    if (listed) {
      if (await repeat(db, listed.id, options))
        return { outcome: 'already-listed', username: listed.username };
      // It was removed or deleted in between: look again.
      continue;
    }
    if (await isPaidPost(db, input)) return { outcome: 'post-removed' };
    if (await isClearedPost(db, input)) return { outcome: 'post-reviewed' };
    const recent = await countRecentReports(db, input.username);
    if (recent.count >= options.reportsPerDay) {
      const age = (options.now.getTime() - (recent.oldestAt ?? options.now).getTime()) / 1000;
      const retryAfterSeconds = Math.min(DAY_SECONDS, Math.max(1, Math.ceil(DAY_SECONDS - age)));
      return { outcome: 'too-many', retryAfterSeconds };
    }
    const [report] = await insertReports(db, [input], options);
    if (report) return submittedAs(report);
    // Somebody else listed it in between: look again.
  }
}

export const submittedAs = (report: ReportRow): Submitted => ({
  outcome: isHeld(report) ? 'held' : 'listed',
  report,
});

/** Counts a repeat, once a day per client; false when the report is not listed any more. */
async function repeat(
  db: Knex,
  reportId: number,
  { clientKey, now: on, repeatsPerHour: perHour }: SubmitOptions,
): Promise<boolean> {
  return db.transaction(async (trx) => {
    if (!(await recordRepeat(trx, { reportId, clientKey, on, perHour }))) return true;
    if (await incrementReportCount(trx, reportId)) return true;
    await forgetRepeat(trx, { reportId, clientKey, on });
    return false;
  });
}
