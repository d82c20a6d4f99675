import type { ReportInput } from '@naughty-list/contracts/report-input';
import type { Knex } from 'knex';
import type { ReportRow } from './report.ts';
import {
  countRecentReports,
  findListed,
  incrementReportCount,
  insertReport,
  noteRepeat,
} from './repository.ts';

export type SubmitOptions = {
  referencePrefix: string;
  /** Tells clients apart without saying who they are. */
  clientKey: string;
  now: Date;
  reportsPerDay: number;
  repeatsPerHour: number;
};

export type Submitted =
  | { outcome: 'listed'; report: ReportRow }
  | { outcome: 'already-listed'; username: string }
  | { outcome: 'too-many'; retryAfterSeconds: number };

const DAY_SECONDS = 86_400;

/**
 * Puts a username on the list. One that is on it already keeps its report, whose count rises by one at most once a
 * day (UTC) per client. However many ask at the same time, one report is made.
 */
export async function submit(db: Knex, input: ReportInput, options: SubmitOptions): Promise<Submitted> {
  for (;;) {
    const listed = await findListed(db, input.username);
    if (listed) {
      await repeat(db, listed.id, options);
      return { outcome: 'already-listed', username: listed.username };
    }
    const recent = await countRecentReports(db, input.username);
    if (recent.count >= options.reportsPerDay) {
      const age = (options.now.getTime() - (recent.oldestAt ?? options.now).getTime()) / 1000;
      const retryAfterSeconds = Math.min(DAY_SECONDS, Math.max(1, Math.ceil(DAY_SECONDS - age)));
      return { outcome: 'too-many', retryAfterSeconds };
    }
    const report = await insertReport(db, input, options.referencePrefix);
    if (report) return { outcome: 'listed', report };
    // Somebody else listed it in between: look again.
  }
}

async function repeat(
  db: Knex,
  reportId: number,
  { clientKey, now, repeatsPerHour }: SubmitOptions,
): Promise<void> {
  await db.transaction(async (trx) => {
    const isNew = await noteRepeat(trx, { reportId, clientKey, on: now, perHour: repeatsPerHour });
    if (isNew) await incrementReportCount(trx, reportId);
  });
}
