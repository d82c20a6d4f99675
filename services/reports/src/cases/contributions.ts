import type { Knex } from 'knex';

/** Notes whether the report of a case and its published statements were found untrue. */
export async function markOverturned(
  trx: Knex,
  { reportId, isOverturned }: { reportId: number; isOverturned: boolean },
): Promise<void> {
  await trx.raw(
    `update contributions set overturned_at = case when :isOverturned then coalesce(overturned_at, now()) end
     where kind = 'report' and subject_id = :reportId
       or kind = 'statement' and subject_id in (
         select id from statements where report_id = :reportId and published_at is not null
       )`,
    { reportId, isOverturned },
  );
}
