import { DESCRIPTION_MAX_LENGTH, type ScamCategory } from '@naughty-list/contracts/report-input';
import { selectPrepared } from '@naughty-list/service-kit/database/database';
import type { Knex } from 'knex';

export type PageOfList = {
  limit: number;
  offset: number;
  before?: number | undefined;
  /** Only the reports of this category. */
  category?: ScamCategory | undefined;
};

/** The version of both lists, which changes with any row of either; the gateway's cache compares it. */
export async function readRegisterVersion(db: Knex): Promise<string> {
  // Nearly every public response begins with this query.
  const [state] = await selectPrepared<{ version: string }>(db, {
    name: 'register version',
    text: "select concat_ws('.', epoch, version, praises, (select max(id) from ledger_records)) as version from state",
  });
  if (!state) throw new Error('state is empty');
  return state.version;
}

export async function countListed(
  db: Knex,
  { table, listed }: Pick<List<never, unknown>, 'table' | 'listed'>,
): Promise<number> {
  const row = await db(table).whereRaw(listed).first(db.raw('count(*)::int as count'));
  return row.count;
}

/** A page of a list, newest first, from an offset or after the row with the id `before`. */
export async function selectPage<Shown>(
  db: Knex,
  { table, listed, shown }: List<Shown, unknown>,
  { limit, offset, before, category }: PageOfList,
): Promise<Shown[]> {
  const ofCategory = category ? ' and scam_category = :category' : '';
  // If that row is gone by now, continue from the one with the next lower id.
  const isAfter =
    before === undefined
      ? ''
      : ` and id <> :before and (reported_at, id) <= (
           select reported_at, id from ${table} where id <= :before order by id desc limit 1)`;
  const { rows } = await db.raw<{ rows: Shown[] }>(
    `with page as materialized (
       select id, reported_at from ${table} where ${listed}${ofCategory}${isAfter}
       order by reported_at desc, id desc limit :limit offset :offset
     )
     select ${shown} from page join ${table} report on report.id = page.id
     order by page.reported_at desc, page.id desc`,
    { limit, offset, ...(before === undefined ? {} : { before }), ...(category ? { category } : {}) },
  );
  return rows;
}

/** The number of listed reports of a category. */
export async function countOfCategory(db: Knex, category: ScamCategory): Promise<number> {
  const { rows } = await db.raw<{ rows: { listed: number }[] }>(
    `select count(*)::int as listed from scammer_reports
     where not is_removed and deleted_at is null and scam_category = ?`,
    [category],
  );
  return rows[0]?.listed ?? 0;
}

/**
 * Listed rows that contain the term, best match first: username, then description; at most `max`. A database function
 * searches, so that there is a single plan.
 */
export async function search<Shown, View>(
  db: Knex,
  { table, listed, searchFunction, shown, toView }: List<Shown, View>,
  term: string,
  max: number,
): Promise<View[]> {
  // No stored text is longer; a code point has up to two UTF-16 units.
  if (term.length > 2 * DESCRIPTION_MAX_LENGTH) return [];
  const { rows } = await db.raw<{ rows: Shown[] }>(
    `select ${shown} from reports.${searchFunction}(?, ?) with ordinality hit (id, place)
     join reports.${table} report on report.id = hit.id where ${listed} order by hit.place`,
    [term, max],
  );
  return rows.map(toView);
}

/** A public list: its table, the condition of listed rows, and their view. Names match the migrations. */
export type List<Shown, View> = {
  readonly table: 'scammer_reports' | 'nice_reports';
  /** The condition of a listed row, with that of the indexes. */
  readonly listed: 'not is_removed and deleted_at is null' | 'held_at is null';
  /** The database function that finds the ids of a search, best match first. */
  readonly searchFunction: 'search_report_ids' | 'search_nice_report_ids';
  /** The columns of the row, and those that only lists have. */
  readonly shown: string;
  readonly toView: (row: Shown) => View;
};

/** A timestamp in JSON, in UTC, in the format of `Date`. */
export const timeInJson = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
