import type { Knex } from 'knex';

/** Has the posts of reports and statements read that were just published; each is read once. */
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
  if (rows.length > 0) await trx('kept_posts').insert(rows).onConflict().ignore();
}

/** Forgets what the posts of cases said: a burn and an erasure leave nothing of it. */
export async function forgetPosts(trx: Knex, cases: readonly number[]): Promise<void> {
  await trx('kept_posts').whereIn('report_id', cases).delete();
  await trx('ledger_records')
    .whereIn('report_id', cases)
    .whereRaw("subject like 'post%' and record is not null")
    .update({ record: null, salt: null });
}
