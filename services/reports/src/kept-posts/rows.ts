import type { Knex } from 'knex';

/** Has the posts of reports and statements read that were just published; each is read once. */
export async function expectPosts(
  trx: Knex,
  published: readonly { type: string; subject: string }[],
): Promise<void> {
  for (const [type, table, key] of [
    ['report-published', 'kept_posts', 'report_id'],
    ['statement-published', 'kept_statement_posts', 'statement_id'],
  ] as const) {
    const rows = published
      .filter((leaf) => leaf.type === type)
      .map(({ subject }) => ({ [key]: Number(subject.split(' ')[1]) }));
    if (rows.length > 0) await trx(table).insert(rows).onConflict().ignore();
  }
}

/** Forgets what the posts of cases said: a burn and an erasure leave nothing of it. */
export async function forgetPosts(trx: Knex, cases: readonly number[]): Promise<void> {
  await trx('kept_posts').whereIn('report_id', cases).delete();
  await trx('kept_statement_posts')
    .whereIn('statement_id', trx('statements').whereIn('report_id', cases).select('id'))
    .delete();
  await trx('ledger_records')
    .whereIn('report_id', cases)
    .whereRaw("subject like 'post%' and record is not null")
    .update({ record: null, salt: null });
}
