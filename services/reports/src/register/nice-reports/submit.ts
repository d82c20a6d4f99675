import type { PostInput } from '@naughty-list/contracts/report-input';
import type { Knex } from 'knex';
import { recordChanges } from '../../record/ledger/append.ts';
import type { Reporter } from '../contributions/contributions.ts';
import { judgeSubmission, noteContribution } from '../contributions/judge-submission.ts';
import type { NiceReportRow } from './nice-report.ts';

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

/** Serialises nice reports of a username until the transaction ends. */
export async function lockUsername(trx: Knex, username: string): Promise<void> {
  await trx.raw("select pg_advisory_xact_lock(hashtext('nice_reports'), hashtext(lower(?)))", [username]);
}

export async function isPostListed(db: Knex, twitterUrl: string): Promise<boolean> {
  const row = await db('nice_reports')
    .whereRaw('post_key = post_key(?) and held_at is null', [twitterUrl])
    .first('id');
  return row !== undefined;
}

/** The number of nice reports of the username within the last day, counted up to `max`. */
export async function countRecentNiceReports(db: Knex, username: string, max: number): Promise<number> {
  const { rows } = await db.raw<{ rows: { count: number }[] }>(
    `select count(*)::int as count from (
       select from nice_reports
       where lower(username) = lower(?) and reported_at > now() - interval '1 day' and held_at is null
       order by reported_at desc limit ?
     ) recent`,
    [username, max],
  );
  return rows[0]?.count ?? 0;
}

/** Inserts a nice report; undefined if one of the same post is listed. */
export async function insertNiceReport(
  db: Knex,
  { twitterUrl, username, description, holdReason }: PostInput & { holdReason: string | null },
): Promise<NiceReportRow | undefined> {
  const [row] = await db<NiceReportRow>('nice_reports')
    .insert({
      twitter_url: twitterUrl,
      username,
      description,
      ...(holdReason && { held_at: db.fn.now(), hold_reason: holdReason }),
    })
    .onConflict(db.raw('(post_key) where held_at is null'))
    .ignore()
    .returning('*');
  return row;
}
