import type { Database } from '@naughty-list/service-kit/database/database';

/** Counts from each table independently. */
export type Counts = Record<
  'total' | 'visits' | 'days' | 'pages' | 'referrers' | 'batches' | 'failed' | 'open',
  number
>;

export async function readCounts(db: Database): Promise<Counts> {
  const { rows } = await db.raw(`
    select
      (select coalesce(sum(visits), 0) from daily_visits where kind = 'visitor')::int as total,
      (select count(*) from site_visits)::int as visits,
      (select coalesce(sum(visits), 0) from daily_visits where kind = 'all')::int as days,
      (select coalesce(sum(visits), 0) from daily_visits where kind = 'page')::int as pages,
      (select coalesce(sum(visits), 0) from daily_visits where kind = 'referrer')::int as referrers,
      (select count(*) from recorded_batches)::int as batches,
      (select count(*) from bullmq.job where queue = 'analytics' and state = 'failed')::int as failed,
      (select count(*) from bullmq.job where queue = 'analytics' and state not in ('completed', 'failed'))::int as open`);
  return rows[0];
}

export async function readTotal(db: Database): Promise<number> {
  const rows = await db('daily_visits').where({ kind: 'visitor' }).sum({ total: 'visits' });
  return Number(rows[0]?.total);
}

/** Jobs that a worker holds. */
export async function readActive(db: Database): Promise<number> {
  const { rows } = await db.raw(
    `select count(*)::int as jobs from bullmq.job where queue = 'analytics' and state = 'active'`,
  );
  return rows[0].jobs;
}
