import type { PostInput } from '@naughty-list/contracts/report-input';
import type { Knex } from 'knex';
import type { Reporter } from '../cases/contributions.ts';
import { judgeShare, noteContribution } from '../cases/share.ts';
import { recordChanges } from '../ledger/append.ts';
import type { NiceReportRow } from './nice-report.ts';
import { countRecentNiceReports, insertNiceReport, isPostListed, lockUsername } from './repository.ts';

export type SubmitOptions = {
  now: Date;
  niceReportsPerDay: number;
  /** What one network may publish; 0: no limit. */
  perMinute: number;
};

export type Submitted =
  | { outcome: 'added' | 'held'; report: NiceReportRow }
  | { outcome: 'already-praised' }
  | { outcome: 'too-many' | 'too-many-held'; retryAfterSeconds: number };

const DAY_SECONDS = 86_400;

/**
 * Stores a nice report: each is a separate entry, and each post counts once. Serialised per username, so that the daily
 * limit is exact. Above the share of its network, it is held for a moderator.
 */
export async function submit(
  trx: Knex,
  input: PostInput & { reporter: Reporter },
  { now, niceReportsPerDay, perMinute }: SubmitOptions,
): Promise<Submitted> {
  const { reporter } = input;
  await lockUsername(trx, input.username);
  if (await isPostListed(trx, input.twitterUrl)) return { outcome: 'already-praised' };
  const recent = await countRecentNiceReports(trx, input.username, niceReportsPerDay);
  if (recent.count >= niceReportsPerDay) {
    const age = (now.getTime() - (recent.oldestAt ?? now).getTime()) / 1000;
    const retryAfterSeconds = Math.min(DAY_SECONDS, Math.max(1, Math.ceil(DAY_SECONDS - age)));
    return { outcome: 'too-many', retryAfterSeconds };
  }
  const judged = await judgeShare(trx, { reporter, perMinute });
  if ('retryAfterSeconds' in judged) return { outcome: 'too-many-held', ...judged };
  const { holdReason } = judged;
  const report = await insertNiceReport(trx, { ...input, holdReason });
  if (!report) return { outcome: 'already-praised' };
  await recordChanges(trx, { praises: [report.id] }, ['praise']);
  await noteContribution(trx, { kind: 'praise', id: report.id, reporter, isHeld: holdReason !== null });
  return { outcome: holdReason ? 'held' : 'added', report };
}
