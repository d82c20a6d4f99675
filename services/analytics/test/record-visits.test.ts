import { recordVisitsJob } from '@naughty-list/contracts/visits';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { beforeEach, expect, it } from 'vitest';
import { batchOf, startAnalytics, visit } from './analytics-under-test.ts';

const analytics = closeAfterAll(await startAnalytics());
beforeEach(async () => {
  await analytics.empty();
  analytics.clock.set('2026-12-24T18:00:00Z');
});

async function hitCount(): Promise<unknown> {
  const { body } = await analytics.get('/api/hit-counter', { admin: '' });
  return (body as { hitCount: number }).hitCount;
}

const stored = () => analytics.context.db('site_visits').orderBy('id');

it('stores each visit at its own time', async () => {
  const full = { referrer: 'https://x.com/', userAgent: 'Mozilla/5.0', ipAddress: '203.0.113.0' };
  await analytics.record(visit('/', full), visit('/?search=%00'));
  expect(await stored()).toMatchObject([
    {
      visit_date: new Date('2026-12-23T23:59:59.500Z'),
      page_url: '/',
      referrer: 'https://x.com/',
      user_agent: 'Mozilla/5.0',
      ip_address: '203.0.113.0',
    },
    { page_url: '/?search=%00', referrer: null, user_agent: null, ip_address: null },
  ]);
});

it('counts a batch once, even if delivered twenty times at once', async () => {
  const twice = batchOf(visit('/a'), visit('/b'));
  const counted = await Promise.all(Array.from({ length: 20 }, () => analytics.recordBatch(twice)));
  expect(counted.filter((count) => count === 2)).toHaveLength(1);
  expect(counted.filter((count) => count === 0)).toHaveLength(19);
  expect(await hitCount()).toBe(2);
  expect(await stored()).toHaveLength(2);
});

it('counts nothing of a batch that cannot be stored, and all of it when it is retried', async () => {
  const { db } = analytics.context;
  const half = batchOf(visit('/'), visit('/pfp'));
  await db.raw('alter table daily_visits rename to elsewhere');
  await expect(analytics.recordBatch(half)).rejects.toThrow();
  await db.raw('alter table elsewhere rename to daily_visits');
  expect(await hitCount()).toBe(0);
  expect(await stored()).toEqual([]);
  expect(await db('daily_visits')).toEqual([]);
  expect(await analytics.recordBatch(half)).toBe(2);
  expect(await hitCount()).toBe(2);
});

it('accepts a job written before a field was added', () => {
  const payload = {
    batchId: '5f0c4c3e-6a53-4d5a-9d8a-1f5b5e0d9a01',
    visits: [
      {
        id: '5f0c4c3e-6a53-4d5a-9d8a-1f5b5e0d9a02',
        at: '2026-11-20T00:00:00.000Z',
        pageUrl: '/',
        referrer: null,
        userAgent: null,
        ipAddress: null,
      },
    ],
  };
  expect(recordVisitsJob.payload.parse(payload)).toEqual(payload);
  expect(recordVisitsJob.id(payload)).toBe(`record-visits.${payload.batchId}`);
});

it('counts repeats of a visitor as page loads, and not in the public counter', async () => {
  const before = Number(await hitCount());
  const total = async () =>
    ((await analytics.get('/api/admin/analytics/total')).body as { totalVisits: number }).totalVisits;
  const loads = await total();
  await analytics.record(visit('/'), visit('/', { isRepeat: true }), visit('/pfp', { isRepeat: true }));
  expect(await hitCount()).toBe(before + 1);
  expect(await total()).toBe(loads + 3);
});
