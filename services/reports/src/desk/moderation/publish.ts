import { adminReportTexts, type Published } from '@naughty-list/contracts/admin-reports';
import { INTEGER_MAX } from '@naughty-list/contracts/primitives';
import { reportListTexts } from '@naughty-list/contracts/reports';
import type { Knex } from 'knex';
import { carryAppeals, waitOffList } from '../../cases/appeals/open.ts';
import { recordChanges } from '../../record/ledger/append.ts';
import { type Operation, retryOnConflict } from '../../record/rows.ts';
import { currentName } from '../../register/aliases/repository.ts';
import { noteHeld } from '../../register/contributions/contributions.ts';
import { type Refusal, refusalOf } from '../../register/posts/reviewed-post.ts';
import { refusals } from '../../register/reports/refusals.ts';
import { isHeld, type ReportRow } from '../../register/reports/report.ts';

export type Publish = (
  trx: Knex,
  held: Operation & { ids: number[] },
) => Promise<Omit<Published, 'operationId'>>;

/** Publishes held entries as one operation of its own. */
export function publish(db: Knex, { ids, ...operation }: Operation & { ids: number[] }, held: Publish) {
  const known = [...new Set(ids)].filter((id) => id <= INTEGER_MAX);
  return retryOnConflict(() => db.transaction((trx) => held(trx, { ids: known, ...operation })));
}

/**
 * Publishes held reports in the caller's transaction. Of several reports of one username the oldest is listed. A report stays
 * held if its username is listed already, or if its post was paid for or cleared. Open appeals of the account move along.
 * Returns why the others were not listed; omits unknown ids.
 */
export async function publishHeld(
  trx: Knex,
  { ids, operationId, who }: Operation & { ids: number[] },
): Promise<Omit<Published, 'operationId'>> {
  await trx.raw('select id from scammer_reports where id = any(?::int[]) order by id for update', [ids]);
  const { rows } = await trx.raw<{ rows: { id: number; username: string }[] }>(
    `with chosen as (
       select distinct on (lower(username)) id from scammer_reports held
       where id = any(:ids::int[]) and held_at is not null and deleted_at is null and not exists (
         select from scammer_reports listed where lower(listed.username) = lower(held.username) and not listed.is_removed
       ) and ${refusalOf('held')} is null
       order by lower(username), id
     ), published as (
       update scammer_reports report set is_removed = false, held_at = null
       from chosen where report.id = chosen.id returning report.*
     )
     insert into audit_log (operation_id, who, action, subject, subject_id, username, before, after)
     -- The table as it was when this statement began.
     select :operationId, :who, 'publish', 'scammer_report', id, published.username, to_jsonb(former), to_jsonb(published)
     from published join scammer_reports former using (id) order by id
     returning subject_id as id, username`,
    { ids, operationId, who },
  );
  const published = rows.map(({ id }) => id);
  await noteHeld(trx, 'report', { ids: published, held: false });
  await recordChanges(trx, { cases: published }, ['report']);
  for (const report of rows) {
    await waitOffList(trx, report.id);
    await carryAppeals(trx, report);
  }
  const left: (ReportRow & {
    refusal: Refusal | null;
    former: { id: number; present: string | null } | null;
  })[] = await trx('scammer_reports as report')
    .whereIn('id', ids)
    .whereNotIn('id', published)
    .whereNull('deleted_at')
    .orderBy('id')
    .select(
      'report.*',
      trx.raw(`${refusalOf('report')} as refusal, (
      select jsonb_build_object('id', id, 'present', ${currentName('listed')})
      from scammer_reports listed where lower(listed.username) = lower(report.username)
        and not listed.is_removed and listed.handle_changed_at is not null
    ) as former`),
    );
  const messageOf = (row: (typeof left)[number]) => {
    if (!isHeld(row)) return adminReportTexts.notHeld;
    if (row.refusal) return refusals[row.refusal];
    return row.former
      ? adminReportTexts.ofFormerOwner(row.username, row.former.id, row.former.present)
      : reportListTexts.alreadyListed(row.username);
  };
  const notPublished = left.map((row) => ({
    id: row.id,
    username: row.username,
    message: messageOf(row),
  }));
  return { published, notPublished };
}
