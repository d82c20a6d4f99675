import type { Knex } from 'knex';
import { allOf, type Condition, countMatching, selectMatching } from '../lists/matching.ts';
import { toSearchTerm } from '../lists/search-term.ts';
import { inReport } from '../lists/text-condition.ts';
import { everything, type ListFilter, type Subject } from './subject.ts';

/** What an admin asks for: a filter, a term, and the time that the oldest report may have. */
type Asked = ListFilter & { q: string; since?: Date | undefined; limit: number; offset: number };

/** A page of an admin's list, newest first, and how many match in all. */
export async function find<Row extends { id: number; username: string }, View>(
  db: Knex,
  subject: Subject<Row, View>,
  { q, limit, offset, since, ...filter }: Asked,
): Promise<{ views: View[]; total: number }> {
  const newest = { table: subject.table, order: ['reported_at', 'id'] as const };
  const term = toSearchTerm(q);
  const recent = since ? [reportedSince(since)] : [];
  const narrower = [...filterConditions(filter), ...(term === '' ? [] : [inReport(term)])];
  const where = allOf([...recent, ...narrower]);
  const count = () => countMatching(db, newest, where);
  const total = term === '' && !since ? await subject.countAll(db, filter) : await count();
  if (offset >= total) return { views: [], total };
  const all = await countPassed();
  const rows = await selectMatching<Row>(db, newest, where, {
    limit,
    offset,
    totals: { all, matching: total },
  });
  return { views: rows.map(subject.toView), total };

  /** How many a walk may pass: none that is older than asked for. */
  async function countPassed(): Promise<number> {
    if (!since) return subject.countAll(db, everything);
    return narrower.length === 0 ? total : countMatching(db, newest, allOf(recent));
  }
}

// The state is written out: PostgreSQL takes a partial index only where it sees its condition.
const states = {
  listed: ['not is_removed'],
  removed: ['is_removed', 'held_at is null'],
  held: ['held_at is not null'],
  all: [],
};

// Every index of these lists has the time in it: they are read from the newest row to this one, and no further.
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
