import type { Knex } from 'knex';
import { allOf, type Condition, countMatching, selectMatching } from '../lists/matching.ts';
import { toSearchTerm } from '../lists/search-term.ts';
import { inReport } from '../lists/text-condition.ts';
import { everything, type ListFilter, type Subject } from './subject.ts';

/** A page of an admin's list, newest first, and how many match in all. */
export async function find<Row extends { id: number; username: string }, View>(
  db: Knex,
  subject: Subject<Row, View>,
  { q, limit, offset, ...filter }: ListFilter & { q: string; limit: number; offset: number },
): Promise<{ views: View[]; total: number }> {
  const newest = { table: subject.table, order: ['reported_at', 'id'] as const };
  const term = toSearchTerm(q);
  const where = allOf([...filterConditions(filter), ...(term === '' ? [] : [inReport(term)])]);
  const total = term === '' ? await subject.countAll(db, filter) : await countMatching(db, newest, where);
  if (offset >= total) return { views: [], total };
  const all = await subject.countAll(db, everything);
  const rows = await selectMatching<Row>(db, newest, where, {
    limit,
    offset,
    totals: { all, matching: total },
  });
  return { views: rows.map(subject.toView), total };
}

// The state is written out: PostgreSQL takes a partial index only where it sees its condition.
const states = { listed: ['not is_removed'], removed: ['is_removed'], all: [] };

function filterConditions({ state, category }: ListFilter): Condition[] {
  return [
    ...states[state].map((sql) => ({ sql, values: [] })),
    ...(category === undefined ? [] : [{ sql: 'scam_category = ?', values: [category] }]),
  ];
}
