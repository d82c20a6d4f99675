import type { Knex } from 'knex';
import { recordChanges } from '../../record/ledger/append.ts';
import { judgeSubmission, noteContribution } from '../contributions/judge-submission.ts';
import type { Refusal } from '../posts/reviewed-post.ts';
import { addTraces } from '../traces.ts';
import { findRefusal } from './refusals.ts';
import type { ReportRow } from './report.ts';
import {
  countRecentReports,
  findListed,
  insertReport,
  isClearedAccount,
  type NewReport,
} from './repository.ts';

export type SubmitOptions = {
  /** How many entries one network may publish; 0: no limit. */
  perMinute: number;
  /** How many reports of one username are published, removed ones included; further ones are held. */
  reportsPerDay: number;
};

export type Submitted =
  | { outcome: 'listed' | 'held'; report: ReportRow }
  | { outcome: 'already-listed'; username: string }
  | { outcome: Refusal }
  | { outcome: 'too-many-held'; retryAfterSeconds: number };

/**
 * Lists a report, or holds it for a moderator above the limit of its network or username. Changes nothing if the username
 * is listed already. Concurrent calls make a single report.
 */
export async function submit(trx: Knex, input: NewReport, options: SubmitOptions): Promise<Submitted> {
  const { reporter } = input;
  for (;;) {
    const listed = await findListed(trx, input.username);
    // The case of a former owner takes no report of the one that has the name now.
    const isFormerOwners =
      listed?.handle_changed_at && listed.username.toLowerCase() === input.username.toLowerCase();
    if (listed && !isFormerOwners) return { outcome: 'already-listed', username: listed.username };
    const refusal = await findRefusal(trx, input);
    if (refusal) return { outcome: refusal };
    const holdReason = input.holdReason ?? (isFormerOwners ? 'handle' : undefined);
    const wanted = await reasonToHold(trx, { ...input, ...(holdReason && { holdReason }) }, options);
    const judged = await judgeSubmission(trx, { reporter, holdReason: wanted, perMinute: options.perMinute });
    if ('retryAfterSeconds' in judged) return { outcome: 'too-many-held', ...judged };
    const report = await insertReport(trx, { ...input, ...judged });
    // Another submission listed it in between: try again.
    if (!report) continue;
    await addTraces(trx, { reportId: report.id }, input.traces);
    const isHeld = judged.holdReason !== null;
    await noteContribution(trx, { kind: 'report', id: report.id, reporter, isHeld, source: input.source });
    await recordChanges(trx, { cases: [report.id] }, ['report']);
    return { outcome: isHeld ? 'held' : 'listed', report };
  }
}

/**
 * Why a report is held, apart from its network's limit. Only new evidence overrides a moderator's "cleared", and a
 * moderator decides whether a report has any. Above the day's limit of a username, reports are held, not refused:
 * otherwise strangers could silence a victim.
 */
async function reasonToHold(
  trx: Knex,
  { username, holdReason }: NewReport,
  { reportsPerDay }: SubmitOptions,
): Promise<string | undefined> {
  if (holdReason) return holdReason;
  if (await isClearedAccount(trx, username)) return 'cleared';
  return (await countRecentReports(trx, username)) >= reportsPerDay ? 'rate' : undefined;
}
