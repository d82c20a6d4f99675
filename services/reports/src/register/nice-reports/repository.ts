import type { PostInput } from '@naughty-list/contracts/report-input';
import type { Knex } from 'knex';
import type { NiceReportRow } from './nice-report.ts';

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
