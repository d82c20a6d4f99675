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
  /** Identifies a client without revealing who it is. */
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
 * Puts a username on the list. If it is listed already, its report's count rises by one, at most once a day (UTC) per
 * client. Concurrent calls make a single report. Above the rate, a report is held for an admin.
 */
export async function submit(db: Knex, input: NewReport, options: SubmitOptions): Promise<Submitted> {
  for (;;) {
    const listed = await findListed(db, input.username);
    if (listed) {
      if (await repeat(db, listed.id, options))
        return { outcome: 'already-listed', username: listed.username };
      // It was removed or deleted in between: try again.
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
    // Another submission listed it in between: try again.
  }
}

export const submittedAs = (report: ReportRow): Submitted => ({
  outcome: isHeld(report) ? 'held' : 'listed',
  report,
});

/** Counts a repeat, once a day per client; false if the report is no longer listed. */
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
