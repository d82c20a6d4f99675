import { maintainVisits } from '@naughty-list/analytics/visits/maintain';
import { listMonths } from '@naughty-list/analytics/visits/partitions';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type AnalyticsUnderTest, startAnalytics } from './analytics-under-test.ts';
import { batchOf, visit } from './visit.ts';

let analytics: AnalyticsUnderTest;

beforeAll(async () => {
  analytics = await startAnalytics();
});
afterAll(() => analytics.stop());
beforeEach(async () => {
  await analytics.empty();
  const { db } = analytics.context;
  for (const month of await listMonths(db))
    await db.raw('drop table ??', [`site_visits_${month.replace('-', '_')}`]);
});

const months = () => listMonths(analytics.context.db);
const maintain = (retentionDays = 90) =>
  maintainVisits(analytics.context.db, { now: analytics.clock.now(), retentionDays });

it('creates a missing month of a visit, however many need it at once', async () => {
  analytics.clock.set('2027-03-01T00:00:10Z');
  const border = ['2027-02-28T23:59:59.999Z', '2027-03-01T00:00:00Z'].map((at) => visit('/', { at }));
  const counted = await Promise.all(Array.from({ length: 12 }, () => analytics.record(...border)));
  expect(counted).toEqual(Array(12).fill(2));
  expect(await months()).toEqual(['2027-02', '2027-03']);
  const { rows } = await analytics.context.db.raw(
    'select tableoid::regclass::text as partition, count(*)::int as visits from site_visits group by 1 order by 1',
  );
  expect(rows).toEqual([
    { partition: 'site_visits_2027_02', visits: 12 },
    { partition: 'site_visits_2027_03', visits: 12 },
  ]);
});

it('creates upcoming months ahead, across the end of the year', async () => {
  analytics.clock.set('2026-11-30T23:59:59Z');
  await maintain();
  expect(await months()).toEqual(['2026-11', '2026-12', '2027-01']);
});

it('drops a month once its last day exceeds the retention, and keeps its counts', async () => {
  analytics.clock.set('2026-10-01T12:00:00Z');
  await analytics.record(
    visit('/', { at: '2026-09-30T23:59:59Z' }),
    visit('/', { at: '2026-10-01T00:00:00Z' }),
  );
  analytics.clock.set('2026-12-29T23:59:59Z');
  expect(await maintain(90)).toEqual([]);
  analytics.clock.set('2026-12-30T01:00:00Z');
  expect(await maintain(90)).toEqual(['2026-09']);
  expect(await months()).toEqual(['2026-10', '2026-12', '2027-01', '2027-02']);
  expect(await analytics.context.db('site_visits')).toHaveLength(1);
  expect((await analytics.get('/api/hit-counter')).body).toEqual({ hitCount: 2 });
  expect((await analytics.get('/api/admin/analytics/total')).body).toEqual({ totalVisits: 2 });
  expect(await analytics.context.db('daily_visits').where({ kind: 'all' })).toHaveLength(2);
});

it('counts a visit that arrives after its retention, without storing it', async () => {
  analytics.clock.set('2026-12-30T01:00:00Z');
  await analytics.record(visit('/', { at: '2026-09-30T12:00:00Z' }), visit('/'));
  expect(await months()).toEqual(['2026-12']);
  expect(await analytics.context.db('site_visits')).toHaveLength(1);
  expect(
    await analytics.context.db('daily_visits').where({ kind: 'page' }).sum({ visits: 'visits' }),
  ).toEqual([{ visits: '2' }]);
});

it('drops a month once, however many workers do it at a time', async () => {
  analytics.clock.set('2026-09-15T12:00:00Z');
  await analytics.record(visit('/', { at: '2026-09-15T10:00:00Z' }));
  analytics.clock.set('2026-12-31T12:00:00Z');
  const all = await Promise.all([maintain(), maintain(), maintain(), maintain(), maintain()]);
  expect(all.flat()).toEqual(['2026-09']);
});

it('continues to count while a month is dropped', async () => {
  analytics.clock.set('2026-09-15T12:00:00Z');
  await analytics.record(visit('/', { at: '2026-09-15T10:00:00Z' }));
  analytics.clock.set('2026-12-31T12:00:00Z');
  const work = Array.from({ length: 10 }, () =>
    analytics.record(visit('/'), visit('/', { at: '2026-09-20T00:00:00Z' })),
  );
  const dropped = await maintain();
  await Promise.all(work);
  expect(dropped).toEqual(['2026-09']);
  expect((await analytics.get('/api/hit-counter')).body).toEqual({ hitCount: 21 });
  expect(await analytics.context.db('site_visits')).toHaveLength(10);
});

it('deletes batches that can no longer be redelivered, and no others', async () => {
  const [old, recent] = [batchOf(visit('/')), batchOf(visit('/'))];
  analytics.clock.set('2026-11-23T12:00:00Z');
  await analytics.recordBatch(old);
  analytics.clock.set('2026-11-25T12:00:00Z');
  await analytics.recordBatch(recent);
  analytics.clock.set('2026-12-24T12:00:00Z');
  await maintain();
  expect(await analytics.context.db('recorded_batches').pluck('batch_id')).toEqual([recent.batchId]);
  expect(await analytics.recordBatch(recent)).toBe(0);
});
