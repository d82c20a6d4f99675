import type { ScamCategory } from '@naughty-list/contracts/report-input';
import { type PreparedQuery, selectPrepared } from '@naughty-list/service-kit/database/prepared';
import type { Knex } from 'knex';
import type { List, ListState } from './list.ts';

export async function readListState(
  db: Knex,
  { stateTable }: Pick<List<never, unknown>, 'stateTable'>,
): Promise<ListState> {
  // Every list response starts with this query.
  const [state] = await selectPrepared<ListState>(db, {
    name: `state of ${stateTable}`,
    text: `select epoch, list.version || '-' || both_lists.version as version, listed::int as listed
      from ${stateTable} list, both_lists_state both_lists`,
  });
  if (!state) throw new Error(`${stateTable} is empty`);
  return state;
}

/** A page of a list, newest first; the offset is skipped in the index alone. */
export async function selectPage<Shown>(
  db: Knex,
  { table, listed, shown }: List<Shown, unknown>,
  { limit, offset, category }: { limit: number; offset: number; category?: ScamCategory | undefined },
): Promise<Shown[]> {
  // A listed row is not deleted; the index of the categories has no deleted ones.
  const ofCategory = category ? ' and deleted_at is null and scam_category = ?' : '';
  const { rows } = await db.raw<{ rows: Shown[] }>(
    `with page as materialized (
       select id, reported_at from ${table} where ${listed}${ofCategory}
       order by reported_at desc, id desc limit ? offset ?
     )
     select ${shown} from page join ${table} report on report.id = page.id
     order by page.reported_at desc, page.id desc`,
    category ? [category, limit, offset] : [limit, offset],
  );
  return rows;
}

/** The number of listed reports of a category. */
export async function countOfCategory(db: Knex, category: ScamCategory): Promise<number> {
  const { rows } = await db.raw<{ rows: { listed: number }[] }>(
    'select coalesce(sum(reports), 0)::int as listed from report_tally where not is_removed and scam_category = ?',
    [category],
  );
  return rows[0]?.listed ?? 0;
}

/**
 * Listed rows that contain the term ($1), best match first, at most $2. The search function finds them, so there is a
 * single plan.
 */
export function searchQuery({ table, listed, searchFunction, shown }: List<never, unknown>): PreparedQuery {
  return {
    name: `search in ${table}`,
    text: `
      select ${shown} from reports.${searchFunction}($1, $2) with ordinality hit (id, place)
      join reports.${table} report on report.id = hit.id where ${listed} order by hit.place`,
  };
}
