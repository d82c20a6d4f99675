import type { Knex } from 'knex';
import type { List, ListState } from './list.ts';

export async function readListState(
  db: Knex,
  { stateTable }: Pick<List<never, unknown>, 'stateTable'>,
): Promise<ListState> {
  const read = db.raw<{ rows: ListState[] }>(
    `select epoch, version::text as version, listed::int as listed from ${stateTable}`,
  );
  // Every answer of a list begins with it: prepared once per connection. Only what names its columns may be, as a migration may
  // add some.
  const { rows } = await read.options({ name: `state of ${stateTable}` });
  const [state] = rows;
  if (!state) throw new Error(`${stateTable} is empty`);
  return state;
}

/** A page of a list, newest first; the offset is walked in the index alone. */
export async function selectPage<Row>(
  db: Knex,
  { table, listed }: List<Row, unknown>,
  { limit, offset }: { limit: number; offset: number },
): Promise<Row[]> {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `with page as materialized (
       select id, reported_at from ${table} where ${listed}
       order by reported_at desc, id desc limit ? offset ?
     )
     select report.* from page join ${table} report using (id)
     order by page.reported_at desc, page.id desc`,
    [limit, offset],
  );
  return rows;
}

/** What is listed and holds the term, best match first; the list's search function finds it. */
export async function searchListed<Row>(
  db: Knex,
  { table, listed, searchFunction }: List<Row, unknown>,
  term: string,
  max: number,
): Promise<Row[]> {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `select report.* from reports.${searchFunction}(?, ?) with ordinality hit (id, place)
     join ${table} report using (id) where ${listed} order by hit.place`,
    [term, max],
  );
  return rows;
}
