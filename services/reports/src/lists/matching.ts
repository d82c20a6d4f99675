import type { Knex } from 'knex';

/** An SQL condition with the values of its placeholders. */
export type Condition = { sql: string; values: readonly (string | number | string[])[] };

export function allOf(conditions: readonly Condition[]): Condition {
  if (conditions.length === 0) return { sql: 'true', values: [] };
  return {
    sql: conditions.map(({ sql }) => sql).join(' and '),
    values: conditions.flatMap(({ values }) => values),
  };
}

/** A table read newest first, by columns in the order of an index. */
export type Newest = {
  readonly table: 'scammer_reports' | 'nice_reports' | 'audit_log';
  readonly order: readonly ['reported_at', 'id'] | readonly ['id'];
};

export type Asked = { limit: number; offset: number };

/** The number of rows, and of matching rows. */
export type Totals = { all: number; matching: number };

/** Scan strategy for a page: from the newest row, from the oldest, or collect all matches and sort. */
export type SearchPlan = 'from newest' | 'from oldest' | 'gather';

/** The number of rows that are collected, or scanned, in about 0.1 s. */
const SMALL = 50_000;

/**
 * Chooses the strategy that reads fewer rows. A scan reads about `all / matching` rows per match, or all rows in the
 * worst case, which is accepted when both ways are long.
 */
export function choosePlan({ all, matching }: Totals, { limit, offset }: Asked): SearchPlan {
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
 * A page of matching rows, newest first. When collecting, the limit is hidden from the planner, which would otherwise
 * prefer a scan.
 */
export async function selectMatching<Row>(
  db: Knex,
  { table, order }: Newest,
  where: Condition,
  { totals, ...asked }: Asked & { totals: Totals },
): Promise<Row[]> {
  const plan = choosePlan(totals, asked);
  const matching = `select ${order.join(', ')} from ${table} where ${where.sql}`;
  const gathered = `with every as materialized (${matching}) select * from every`;
  const { limit, offset } = plan === 'from oldest' ? fromTheEnd(totals, asked) : asked;
  const direction = plan === 'from oldest' ? 'asc' : 'desc';
  const { rows } = await db.raw<{ rows: Row[] }>(
    `with page as materialized (
       ${plan === 'gather' ? gathered : matching}
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
