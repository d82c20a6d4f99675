import type { Knex } from 'knex';
import { recordChanges } from '../../record/ledger/append.ts';
import { HAD_LEFT } from '../../record/ledger/changes.ts';
import { iso } from '../../record/ledger/public-state.ts';
import { timeInJson } from '../lists/repository.ts';
import { changeNames, renewNames } from '../traces.ts';

/**
 * Records the name that X gives for the author of a case's post: one that differs from the reported name becomes an
 * alias, and a former alias is current again. A reported name that the account has back is not another's any more. Returns
 * whether anything changed.
 */
export async function noteName(
  trx: Knex,
  { reportId, author }: { reportId: number; author: string },
): Promise<boolean> {
  const note = () =>
    trx.raw<{ rows: unknown[] }>(
      `with left_behind as (
       update aliases set left_at = now()
       where report_id = :reportId and left_at is null and lower(username) <> lower(:author) returning 1
     ), taken as (
       insert into aliases as known (report_id, username)
       select id, :author from scammer_reports
       where id = :reportId and lower(username) <> lower(:author) and removal_tx_hash is null for update
       on conflict (report_id, lower(username)) do update set left_at = null where known.left_at is not null
       returning 1
     )
     select from left_behind union all select from taken`,
      { reportId, author },
    );
  const { rows } = await changeNames(trx, 'aliases', [reportId], note);
  if (rows.length > 0) {
    const back: { at: string } | undefined = await trx('scammer_reports')
      .where({ id: reportId, removal_tx_hash: null })
      .whereRaw('lower(username) = lower(?) and handle_changed_at is not null', [author])
      .first(trx.raw(`${iso('handle_changed_at')} as at`));
    if (back) await trx('scammer_reports').where({ id: reportId }).update({ handle_changed_at: null });
    await renewNames(trx, [reportId]);
    const touched = { cases: [reportId] };
    if (back) await recordChanges(trx, touched, ['aliases', 'handle'], [[HAD_LEFT, back.at]]);
    else await recordChanges(trx, touched, ['aliases']);
  }
  return rows.length > 0;
}

/** Locks a report and the names of all accounts until the transaction ends: none comes and goes between a comparison and its use. */
export async function lockNames(trx: Knex, reportId: number): Promise<void> {
  // In the order in which decisions lock rows.
  await trx('scammer_reports').where({ id: reportId }).forUpdate().first('id');
  await trx.raw('lock table aliases in share row exclusive mode');
}

/** SQL: the aliases of a report, newest first, as JSON; null without any. */
export const aliasesInJson = (reportId: string) => `(
  select jsonb_agg(jsonb_build_object('username', alias.username, 'seenAt', ${timeInJson('alias.seen_at')},
      'isCurrent', alias.left_at is null) order by alias.left_at is null desc, alias.seen_at desc)
  from reports.aliases alias where alias.report_id = ${reportId})`;

/** SQL: the numbers of the reports with this alias, or (`isCurrent`) those whose account has this name now. */
export const renamedTo = (name: string, { isCurrent = false } = {}) => `(
  select alias.report_id from reports.aliases alias
  where lower(alias.username) = lower(${name})${isCurrent ? ' and alias.left_at is null' : ''})`;

/** SQL: the name that the account of a report has now; null if another account took its name and no alias is current. */
export const currentName = (report: string) => `coalesce(
  (select alias.username from aliases alias where alias.report_id = ${report}.id and alias.left_at is null),
  case when ${report}.handle_changed_at is null then ${report}.username end)`;
