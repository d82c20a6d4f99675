import {
  adminReportTexts,
  BULK_DELETE_MAX,
  type MatchingDeleted,
  type MatchingReports,
} from '@naughty-list/contracts/admin-reports';
import { ApiError } from '@naughty-list/contracts/errors';
import { INTEGER_MAX } from '@naughty-list/contracts/primitives';
import type { Knex } from 'knex';
import type { Deletable } from '../../record/entity.ts';
import { deleteRows } from '../../record/rows.ts';
import { findSource } from '../../register/contributions/contributions.ts';
import { moderatedReports } from '../../register/reports/moderated-reports.ts';
import { type LimitedOperation, requireWithinLimit } from './decision-limit.ts';

/**
 * Deletes reports, restorable by their operation; returns the ids of those that existed and, of several, stand alone.
 *
 * @throws ApiError too_many_requests, second_word_needed
 */
export async function deleteReports(
  db: Knex,
  entity: Deletable,
  { ids, ...operation }: LimitedOperation & { ids: number[] },
): Promise<number[]> {
  const known = [...new Set(ids)].filter((id) => id <= INTEGER_MAX);
  return db.transaction(async (trx) => {
    const isMany = known.length > 1 && entity.table === 'scammer_reports';
    const findAlone = (of: number[]): Promise<number[]> =>
      trx('scammer_reports').whereIn('id', of).whereRaw(isAlone).pluck('id');
    const chosen = isMany ? await findAlone(known) : known;
    await requireWithinLimit(trx, operation, await countPublic(trx, entity, chosen));
    if (!isMany) return deleteRows(trx, entity, { ids: chosen, ...operation });
    await trx.raw('select from scammer_reports where id = any(?::int[]) order by id for update', [chosen]);
    // Someone may have added to a case meanwhile.
    return deleteRows(trx, entity, { ids: await findAlone(chosen), ...operation });
  });
}

/** How many of these rows the public sees. */
async function countPublic(
  trx: Knex,
  { table, public: isPublic }: Deletable,
  ids: number[],
): Promise<number> {
  const { rows } = await trx.raw<{ rows: { count: number }[] }>(
    `select count(*)::int as count from ${table} where id = any(?::int[]) and ${isPublic}`,
    [ids],
  );
  return rows[0]?.count ?? 0;
}

const conditions: Record<MatchingReports['state'], string> = {
  listed: 'not is_removed',
  held: 'is_removed and held_at is not null and deleted_at is null',
  all: '(not is_removed or held_at is not null) and deleted_at is null',
};

/** SQL: no moderator decided the case, and no other network added to it: a scammer's own report must not take its victims along. */
const isAlone = `status = 'unreviewed' and not exists (
  select from statements left join contributions own on own.kind = 'statement' and own.subject_id = statements.id
  where report_id = scammer_reports.id and rejected_at is null and erased_at is null and own.network_key is distinct from (
    select network_key from contributions where kind = 'report' and subject_id = scammer_reports.id
  ))`;

async function requireSource(db: Knex, reportId: number): Promise<string> {
  const source = await findSource(db, reportId);
  if (source !== null) return source;
  throw new ApiError('invalid_input', adminReportTexts.unknownSource, { field: 'sameSourceAs' });
}

/**
 * Deletes the oldest reports of a period that stand alone, optionally of one network, up to the limit of one operation; a dry run
 * counts all of them. Rows are checked again once locked, so a report removed for a burn meanwhile stays.
 */
export async function deleteMatching(
  db: Knex,
  { from, to, state, sameSourceAs, dryRun, ...operation }: MatchingReports & LimitedOperation,
): Promise<MatchingDeleted> {
  return db.transaction(async (trx) => {
    const source = sameSourceAs === undefined ? null : await requireSource(trx, sameSourceAs);
    const ofSource =
      source === null
        ? ''
        : "and id in (select subject_id from contributions where kind = 'report' and source = :source)";
    const where = `reported_at >= :from::timestamptz and reported_at < :to::timestamptz and ${conditions[state]} and ${isAlone} ${ofSource}`;
    const counted = await trx.raw<{ rows: { matching: number; listed: number }[] }>(
      `select count(*)::int as matching, count(*) filter (where not is_removed)::int as listed
       from scammer_reports where ${where}`,
      { from, to, source },
    );
    const { matching = 0, listed = 0 } = counted.rows[0] ?? {};
    if (dryRun || matching === 0) return { matching, operationId: null, deleted: [] };
    await requireWithinLimit(trx, operation, Math.min(listed, BULK_DELETE_MAX));
    const { rows } = await trx.raw<{ rows: { id: number }[] }>(
      `with matching as materialized (select id from scammer_reports where ${where})
       select id from scammer_reports
       where id in (select id from matching order by id limit :max) and ${where} order by id for update`,
      { from, to, source, max: BULK_DELETE_MAX },
    );
    const deleted = await deleteRows(trx, moderatedReports, { ids: rows.map(({ id }) => id), ...operation });
    return { matching, operationId: deleted.length === 0 ? null : operation.operationId, deleted };
  });
}
