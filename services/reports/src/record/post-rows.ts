import type { Knex } from 'knex';

/** SQL: whether a row says another thing than its kept post of whether X confirmed it; `statement` is its number, 0 of a report. */
export const isMisconfirmed = (table: string, report: string, statement: string) =>
  `(select case when ${table}.post_confirmed_at is null then coalesce(bool_or(post_key(kept.twitter_url) = post_key(${table}.twitter_url)), false) else count(*) = 0 end
     from kept_posts kept where (kept.report_id, kept.statement_id) = (${table}.${report}, ${statement}) and kept.fetched_at is not null)`;

/** Queues the posts of newly published reports and statements for reading, unless they were read before. */
export async function expectPosts(
  trx: Knex,
  leaves: readonly { type: string; subject: string; case?: number | undefined }[],
): Promise<void> {
  const rows = leaves
    .filter(({ type }) => type === 'report-published' || type === 'statement-published')
    .map(({ type, subject, case: report_id }) => ({
      report_id,
      statement_id: type === 'report-published' ? 0 : Number(subject.split(' ')[1]),
    }));
  if (rows.length === 0) return;
  await trx('kept_posts')
    .insert(rows)
    .onConflict(['report_id', 'statement_id'])
    .merge({ published_at: trx.fn.now(), asked_at: null })
    .where({ 'kept_posts.fetched_at': null, 'kept_posts.gone_at': null });
}

/** For a report whose link leads to another post now: deletes what was kept of the old one, and queues the new one. */
export async function renewPost(trx: Knex, reportId: number): Promise<void> {
  const unread = { twitter_url: null, answer: null, text: null, fetched_at: null, gone_at: null };
  await trx('kept_posts')
    .insert({ report_id: reportId, ...unread })
    .onConflict(['report_id', 'statement_id'])
    .merge({ ...unread, published_at: trx.fn.now(), asked_at: null });
}

/** Makes the places of the posts of a report and a statement of its case, so that they can be locked. */
export async function addPlaces(trx: Knex, reportId: number, statementId: number): Promise<void> {
  const places = [...new Set([0, statementId])].map((statement_id) => ({
    report_id: reportId,
    statement_id,
  }));
  await trx('kept_posts').insert(places).onConflict().ignore();
}

/** Swaps the posts of a report and a statement of its case, which change places; queues the report's new one if it is unread. */
export async function swapPosts(trx: Knex, reportId: number, statementId: number): Promise<void> {
  await trx.raw(
    `update kept_posts kept set twitter_url = other.twitter_url, answer = other.answer, text = other.text,
       fetched_at = other.fetched_at, gone_at = other.gone_at
     from kept_posts other
     where kept.report_id = :reportId and other.report_id = :reportId
       and (kept.statement_id, other.statement_id) in ((0, :statementId), (:statementId, 0))`,
    { reportId, statementId },
  );
  await expectPosts(trx, [{ type: 'report-published', subject: `report ${reportId}`, case: reportId }]);
}

/** Deletes the posts of cases and of statements, here and in the ledger's records, after a burn or an erasure. */
export async function forgetPosts(
  trx: Knex,
  { cases = [], statements = [] }: { cases?: readonly number[]; statements?: readonly number[] },
): Promise<void> {
  const ofStatements = trx('statements').whereIn('id', [...statements]);
  await trx('kept_posts')
    .whereIn('report_id', [...cases])
    .orWhereIn(['report_id', 'statement_id'], ofStatements.select('report_id', 'id'))
    .delete();
  await trx.raw(
    `update ledger_records set record = null, salt = null where record is not null and (
       report_id = any(:cases::int[]) and subject like 'post%'
       or log = any(array(select log from ledger_head)) and subject = any(:posts))`,
    { cases: [...cases], posts: statements.map((id) => `post-of-statement ${id}`) },
  );
}
