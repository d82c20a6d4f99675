import type { Knex } from 'knex';

/** An SQL condition with the values of its placeholders. */
export type Condition = { sql: string; values: readonly (string | number)[] };

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

type Page = { limit: number; offset: number };
type Found<Row> = { rows: Row[]; total: number };

/** A page of the rows under a condition, newest first, and the total; for conditions that an index serves in this order. */
export async function selectNewest<Row>(
  db: Knex,
  { table, order }: Newest,
  where: Condition,
  { limit, offset }: Page,
): Promise<Found<Row>> {
  const counted = await db.raw<{ rows: { total: number }[] }>(
    `select count(*)::int as total from ${table} where ${where.sql}`,
    [...where.values],
  );
  const total = counted.rows[0]?.total ?? 0;
  if (offset >= total) return { rows: [], total };
  const { rows } = await db.raw<{ rows: Row[] }>(
    `with page as materialized (
       select ${order.join(', ')} from ${table} where ${where.sql} order by ${newestFirst(order)} limit ? offset ?
     )
     select found.* from page join ${table} found using (id) order by ${newestFirst(order, 'page.')}`,
    [...where.values, limit, offset],
  );
  return { rows, total };
}

/**
 * The same for a condition on texts: finds all matches before ordering them, because with the limit in sight the planner
 * would scan the whole table from the newest row.
 */
export async function selectMatching<Row>(
  db: Knex,
  { table, order }: Newest,
  where: Condition,
  { limit, offset }: Page,
): Promise<Found<Row>> {
  const { rows } = await db.raw<{ rows: (Row & { id: number | null; total: number })[] }>(
    `with every as materialized (select ${order.join(', ')} from ${table} where ${where.sql}),
       page as materialized (select * from every order by ${newestFirst(order)} limit ? offset ?)
     select counted.total, found.* from (select count(*)::int as total from every) counted
     left join (page join ${table} found using (id)) on true order by ${newestFirst(order, 'page.')}`,
    [...where.values, limit, offset],
  );
  return { rows: rows.filter(({ id }) => id !== null), total: rows[0]?.total ?? 0 };
}

const newestFirst = (order: Newest['order'], of = '') =>
  order.map((column) => `${of}${column} desc`).join(', ');
