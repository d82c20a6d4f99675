import { maintainVisits } from '@naughty-list/analytics/visits/maintain';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { beforeEach, expect, it } from 'vitest';
import { batchOf, startAnalytics, visit } from './analytics-under-test.ts';

const analytics = closeAfterAll(await startAnalytics());
beforeEach(() => analytics.empty());

const maintain = (retentionDays = 90) =>
  maintainVisits(analytics.context.db, { now: analytics.clock.now(), retentionDays });

it('deletes visits past the retention, and keeps their counts', async () => {
  analytics.clock.set('2026-10-01T12:00:00Z');
  await analytics.record(
    visit('/', { at: '2026-09-30T23:59:59Z' }),
    visit('/', { at: '2026-10-01T00:00:00Z' }),
  );
  analytics.clock.set('2026-12-29T23:59:59Z');
  expect(await maintain(90)).toBe(0);
  analytics.clock.set('2026-12-30T00:00:00Z');
  expect(await maintain(90)).toBe(1);
  expect(await analytics.context.db('site_visits').pluck('visit_date')).toEqual([
    new Date('2026-10-01T00:00:00Z'),
  ]);
  expect((await analytics.get('/api/hit-counter')).body).toEqual({ hitCount: 2 });
  expect((await analytics.get('/api/admin/analytics/total')).body).toEqual({ totalVisits: 2 });
  expect(await analytics.context.db('daily_visits').where({ kind: 'all' })).toHaveLength(2);
});

it('counts a visit that arrives after its retention, without storing it', async () => {
  analytics.clock.set('2026-12-30T01:00:00Z');
  await analytics.record(visit('/', { at: '2026-09-30T12:00:00Z' }), visit('/'));
  expect(await analytics.context.db('site_visits')).toHaveLength(1);
  expect(
    await analytics.context.db('daily_visits').where({ kind: 'page' }).sum({ visits: 'visits' }),
  ).toEqual([{ visits: '2' }]);
});

it('continues to count while old visits are deleted, each once', async () => {
  analytics.clock.set('2026-09-15T12:00:00Z');
  await analytics.record(visit('/', { at: '2026-09-15T10:00:00Z' }));
  analytics.clock.set('2026-12-31T12:00:00Z');
  const work = Array.from({ length: 10 }, () =>
    analytics.record(visit('/'), visit('/', { at: '2026-09-20T00:00:00Z' })),
  );
  const deleted = await Promise.all([maintain(), maintain(), maintain()]);
  await Promise.all(work);
  expect(deleted.toSorted()).toEqual([0, 0, 1]);
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
