import type { Knex } from 'knex';

/** A condition of a query, and what stands for its question marks. */
export type Condition = { sql: string; values: readonly (string | number | string[])[] };

export function allOf(conditions: readonly Condition[]): Condition {
  if (conditions.length === 0) return { sql: 'true', values: [] };
  return {
    sql: conditions.map(({ sql }) => sql).join(' and '),
    values: conditions.flatMap(({ values }) => values),
  };
}

/** A table that is read newest first, by columns that an index has in this order. */
export type Newest = {
  readonly table: 'scammer_reports' | 'nice_reports' | 'audit_log';
  readonly order: readonly ['reported_at', 'id'] | readonly ['id'];
};

export type Asked = { limit: number; offset: number };

/** How the rows of a page are come by: from the newest row on, or all that match first and their order after. */
export type Road = 'walk' | 'gather';

/** So many rows are gathered, or walked past, in some 0.1 s. */
const SMALL = 50_000;

/**
 * The road that reads fewer rows. Among `all` rows, of which `matching` are looked for, a walk passes about `all / matching`
 * for each one that it finds; or all of them, when the old ones alone match: that is risked where either road is long.
 */
export function chooseRoad(rows: { all: number; matching: number }, { limit, offset }: Asked): Road {
  const { all, matching } = rows;
  const reach = Math.min(offset + limit, matching);
  const isWalkShorter = reach * all < matching * matching;
  const mayWalk = all <= SMALL || matching > SMALL;
  return isWalkShorter && mayWalk ? 'walk' : 'gather';
}

export async function countMatching(db: Knex, { table }: Newest, where: Condition): Promise<number> {
  const { rows } = await db.raw<{ rows: { count: number }[] }>(
    `select count(*)::int as count from ${table} where ${where.sql}`,
    [...where.values],
  );
  return rows[0]?.count ?? 0;
}

/**
 * A page of what matches, newest first. Where all are gathered, the planner does not learn of the limit: it would take
 * it for a reason to walk.
 */
export async function selectMatching<Row>(
  db: Knex,
  { table, order }: Newest,
  where: Condition,
  { limit, offset, road }: Asked & { road: Road },
): Promise<Row[]> {
  const columns = order.join(', ');
  const newestFirst = order.map((column) => `${column} desc`).join(', ');
  const matching = `select ${columns} from ${table} where ${where.sql}`;
  const gathered = `select ${columns} from (with every as materialized (${matching}) select * from every) every`;
  const { rows } = await db.raw<{ rows: Row[] }>(
    `with page as materialized (
       ${road === 'walk' ? matching : gathered} order by ${newestFirst} limit ? offset ?
     )
     select found.* from page join ${table} found using (id)
     order by ${order.map((column) => `page.${column} desc`).join(', ')}`,
    [...where.values, limit, offset],
  );
  return rows;
}
