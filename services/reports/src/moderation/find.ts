import type { Knex } from 'knex';
import { allOf, type Condition, countMatching, selectMatching } from '../lists/matching.ts';
import { toSearchTerm } from '../lists/search-term.ts';
import { inReport } from '../lists/text-condition.ts';
import { type Entity, everything, type ListFilter } from './entity.ts';

/** An admin's query: a filter, a term, and the creation time of the oldest report to include. */
type Asked = ListFilter & { q: string; since?: Date | undefined; limit: number; offset: number };

/** A page of an admin list, newest first, with the total number of matches. */
export async function find<Row extends { id: number; username: string }, View>(
  db: Knex,
  entity: Entity<Row, View>,
  { q, limit, offset, since, ...filter }: Asked,
): Promise<{ views: View[]; total: number }> {
  const newest = { table: entity.table, order: ['reported_at', 'id'] as const };
  const term = toSearchTerm(q);
  const recent = since ? [reportedSince(since)] : [];
  const narrower = [...filterConditions(filter), ...(term === '' ? [] : [inReport(term)])];
  const present = { sql: entity.present, values: [] };
  // Listed rows are present; without the condition, their index alone is read.
  const isImplied = filter.state === 'listed' && filter.category === undefined;
  const where = allOf([...(isImplied ? [] : [present]), ...recent, ...narrower]);
  const count = () => countMatching(db, newest, where);
  const total = term === '' && !since ? await entity.countAll(db, filter) : await count();
  if (offset >= total) return { views: [], total };
  const all = await countPassed();
  const rows = await selectMatching<Row>(db, newest, where, {
    limit,
    offset,
    totals: { all, matching: total },
  });
  return { views: rows.map(entity.toView), total };

  /** The number of rows that a scan may read: none older than requested. */
  async function countPassed(): Promise<number> {
    if (!since) return entity.countAll(db, everything);
    return narrower.length === 0 ? total : countMatching(db, newest, allOf([present, ...recent]));
  }
}

// Literal conditions: PostgreSQL uses a partial index only when the query contains its condition.
const states = {
  listed: ['not is_removed'],
  removed: ['is_removed', 'held_at is null'],
  held: ['held_at is not null'],
  all: [],
};

// Every index of these lists includes the time: they are read from the newest row to this one, and no further.
const reportedSince = (since: Date): Condition => ({
  sql: 'reported_at >= ?::timestamptz',
  values: [since.toISOString()],
});

function filterConditions({ state, category }: ListFilter): Condition[] {
  return [
    ...states[state].map((sql) => ({ sql, values: [] })),
    ...(category === undefined ? [] : [{ sql: 'scam_category = ?', values: [category] }]),
  ];
}
