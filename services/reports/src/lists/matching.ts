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

/** How many rows there are, and how many of them match. */
export type Totals = { all: number; matching: number };

/**
 * How the rows of a page are come by: from the newest row on, from the oldest, or all that match first and their order after.
 */
export type Road = 'from newest' | 'from oldest' | 'gather';

/** So many rows are gathered, or walked past, in some 0.1 s. */
const SMALL = 50_000;

/**
 * The road that reads fewer rows. A walk passes about `all / matching` for each one that it finds; or all of them, when those
 * at the other end alone match: that is risked where either road is long.
 */
export function chooseRoad({ all, matching }: Totals, { limit, offset }: Asked): Road {
  const fromNewest = Math.min(offset + limit, matching);
  const fromOldest = Math.max(matching - offset, 0);
  const isWalkShorter = Math.min(fromNewest, fromOldest) * all <= matching * matching;
  const mayWalk = all <= SMALL || matching > SMALL;
  if (!isWalkShorter || !mayWalk) return 'gather';
  return fromNewest <= fromOldest ? 'from newest' : 'from oldest';
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
  { totals, ...asked }: Asked & { totals: Totals },
): Promise<Row[]> {
  const road = chooseRoad(totals, asked);
  const matching = `select ${order.join(', ')} from ${table} where ${where.sql}`;
  const gathered = `with every as materialized (${matching}) select * from every`;
  const { limit, offset } = road === 'from oldest' ? fromTheEnd(totals, asked) : asked;
  const direction = road === 'from oldest' ? 'asc' : 'desc';
  const { rows } = await db.raw<{ rows: Row[] }>(
    `with page as materialized (
       ${road === 'gather' ? gathered : matching}
       order by ${order.map((column) => `${column} ${direction}`).join(', ')} limit ? offset ?
     )
     select found.* from page join ${table} found using (id)
     order by ${order.map((column) => `page.${column} desc`).join(', ')}`,
    [...where.values, limit, offset],
  );
  return rows;
}

/** The same page, counted from the last row. */
function fromTheEnd({ matching }: Totals, { limit, offset }: Asked): Asked {
  return { limit: Math.min(limit, matching - offset), offset: Math.max(matching - offset - limit, 0) };
}
