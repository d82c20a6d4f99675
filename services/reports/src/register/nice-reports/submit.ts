import type { PostInput } from '@naughty-list/contracts/report-input';
import type { Knex } from 'knex';
import { recordChanges } from '../../record/ledger/append.ts';
import type { Reporter } from '../contributions/contributions.ts';
import { judgeSubmission, noteContribution } from '../contributions/judge-submission.ts';
import type { NiceReportRow } from './nice-report.ts';
import { countRecentNiceReports, insertNiceReport, isPostListed, lockUsername } from './repository.ts';

export type SubmitOptions = {
  /** How many are published of one username; further praise is held, not refused, so that a flood locks no one out. */
  niceReportsPerDay: number;
  /** How many entries one network may publish; 0: no limit. */
  perMinute: number;
};

export type Submitted =
  | { outcome: 'added' | 'held'; report: NiceReportRow }
  | { outcome: 'already-praised' }
  | { outcome: 'too-many-held'; retryAfterSeconds: number };

/**
 * Stores a nice report: each is a separate entry, and each post counts once. Above the daily limit of its username
 * (exact, because serialised) or that of its network, it is held for a moderator.
 */
export async function submit(
  trx: Knex,
  input: PostInput & { reporter: Reporter },
  { niceReportsPerDay, perMinute }: SubmitOptions,
): Promise<Submitted> {
  const { reporter } = input;
  await lockUsername(trx, input.username);
  if (await isPostListed(trx, input.twitterUrl)) return { outcome: 'already-praised' };
  const recent = await countRecentNiceReports(trx, input.username, niceReportsPerDay);
  const isAbove = recent >= niceReportsPerDay;
  const judged = await judgeSubmission(trx, { reporter, perMinute, ...(isAbove && { holdReason: 'rate' }) });
  if ('retryAfterSeconds' in judged) return { outcome: 'too-many-held', ...judged };
  const { holdReason } = judged;
  const report = await insertNiceReport(trx, { ...input, holdReason });
  if (!report) return { outcome: 'already-praised' };
  await recordChanges(trx, { praises: [report.id] }, ['praise']);
  await noteContribution(trx, { kind: 'praise', id: report.id, reporter, isHeld: holdReason !== null });
  return { outcome: holdReason ? 'held' : 'added', report };
}
