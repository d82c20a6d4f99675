import type { Knex } from 'knex';
import type { Entity } from '../../record/entity.ts';

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

/**
 * A page of the rows under a condition, newest first, and the total. With `texts`, for a condition on texts, it finds all
 * matches before ordering them: with the limit in sight the planner would scan the whole table from the newest row.
 */
export async function selectNewest<Row>(
  db: Knex,
  { table, order }: Newest,
  where: Condition,
  { limit, offset, texts }: { limit: number; offset: number; texts: boolean },
): Promise<{ rows: Row[]; total: number }> {
  const { rows } = await db.raw<{ rows: (Row & { id: number | null; total: number })[] }>(
    `with every as ${texts ? '' : 'not'} materialized (select ${order.join(', ')} from ${table} where ${where.sql}),
       page as materialized (select * from every order by ${newestFirst(order)} limit ? offset ?)
     select counted.total, found.* from (select count(*)::int as total from every) counted
     left join (page join ${table} found using (id)) on true order by ${newestFirst(order, 'page.')}`,
    [...where.values, limit, offset],
  );
  return { rows: rows.filter(({ id }) => id !== null), total: rows[0]?.total ?? 0 };
}

const newestFirst = (order: Newest['order'], of = '') =>
  order.map((column) => `${of}${column} desc`).join(', ');

const INTEGER_MAX_DIGITS = 9;

/** The search term as a `like` pattern, with wildcards escaped. */
const literal = (term: string) => term.replace(/[\\%_]/g, '\\$&');

/** One or two letters occur in nearly every text: they only match the beginning of usernames. */
const isShort = (term: string) => Array.from(term).length < 3;

/** The text contains the term, ignoring case. */
export function containing(column: 'description' | 'who', term: string): Condition {
  return { sql: `lower(${column}) like lower(?)`, values: [`%${literal(term)}%`] };
}

/** The username contains the term; uses the prefix index or that of texts. */
export function inUsername(term: string): Condition {
  const pattern = `${literal(term)}%`;
  return { sql: 'lower(username) like lower(?)', values: [isShort(term) ? pattern : `%${pattern}`] };
}

/**
 * Reports with the term in the username or description, or as their id. The index of texts has only public rows; the
 * few others are read one by one.
 */
export function inReport(
  { public: shown, hidden }: Pick<Entity<never, unknown>, 'public' | 'hidden'>,
  term: string,
): Condition {
  const texts = [inUsername(term), ...(isShort(term) ? [] : [containing('description', term)])];
  const arms = [
    ...texts.map(({ sql, values }) => ({ sql: `${shown} and ${sql}`, values })),
    {
      sql: `${hidden} and (${texts.map(({ sql }) => sql).join(' or ')})`,
      values: texts.flatMap(({ values }) => values),
    },
  ];
  if (/^\d+$/.test(term) && term.length <= INTEGER_MAX_DIGITS)
    arms.push({ sql: 'id = ?', values: [Number(term)] });
  return {
    sql: `(${arms.map(({ sql }) => sql).join(' or ')})`,
    values: arms.flatMap(({ values }) => values),
  };
}
