import type { Knex } from 'knex';
import type { Entity, ListFilter } from '../../record/entity.ts';
import { toSearchTerm } from '../../register/lists/search-term.ts';
import { allOf, type Condition, inReport, selectNewest } from './matching.ts';

/** An admin's query: a filter, a term, and the creation time of the oldest report to include. */
type Query = ListFilter & { q: string; since?: Date | undefined; limit: number; offset: number };

/** A page of an admin list, newest first, with the total number of matches. */
export async function find<Row extends { id: number; username: string }, View>(
  db: Knex,
  entity: Entity<Row, View>,
  { q, limit, offset, since, ...filter }: Query,
): Promise<{ views: View[]; total: number }> {
  const newest = { table: entity.table, order: ['reported_at', 'id'] as const };
  const term = toSearchTerm(q);
  const texts = term !== '';
  const conditions = [
    { sql: entity.present, values: [] },
    ...(since ? [reportedSince(since)] : []),
    ...filterConditions(entity, filter),
    ...(texts ? [inReport(entity, term)] : []),
  ];
  const { rows, total } = await selectNewest<Row>(db, newest, allOf(conditions), { limit, offset, texts });
  return { views: rows.map(entity.toView), total };
}

// Every index of these lists includes the time, so that they are read only from the newest row to this time.
const reportedSince = (since: Date): Condition => ({
  sql: 'reported_at >= ?::timestamptz',
  values: [since.toISOString()],
});

function filterConditions(
  { states }: Pick<Entity<never, unknown>, 'states'>,
  { state, category }: ListFilter,
): Condition[] {
  return [
    ...states[state].map((sql) => ({ sql, values: [] })),
    ...(category === undefined ? [] : [{ sql: 'scam_category = ?', values: [category] }]),
  ];
}
