import { buildApp } from '@naughty-list/analytics/app';
import { Config } from '@naughty-list/analytics/config';
import { type Context, createContext } from '@naughty-list/analytics/context';
import { startWorkers } from '@naughty-list/analytics/jobs/index';
import { recordVisits } from '@naughty-list/analytics/visits/record';
import { getHitCounter } from '@naughty-list/contracts/hit-counter';
import { recordVisitsJob, type Visit } from '@naughty-list/contracts/visits';
import { readConfig } from '@naughty-list/service-kit/config';
import { signedFetch } from '@naughty-list/service-kit/service-auth';
import { createTestDatabase, type TestDatabase } from '@naughty-list/test-kit/database';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

const secret = 'the-secret-of-the-tests-0123456789';
const now = new Date('2026-12-24T18:00:00Z');
const daysBefore = (days: number) => new Date(now.getTime() - days * 24 * 3_600_000);

let database: TestDatabase;
let context: Context;
let app: FastifyInstance;
let url: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const env = {
    PORT: '0',
    DATABASE_URL: database.url,
    QUEUE_URL: database.url,
    INTERNAL_SECRET: secret,
    LOG_LEVEL: 'silent',
  };
  context = await createContext(readConfig(Config, env));
  app = buildApp(context);
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app.close();
  await context.close();
  await database.drop();
});
beforeEach(async () => {
  await context.db('recorded_batches').delete();
  await context.db('site_visits').delete();
  await context.db('hit_counter').update({ hit_count: 0 });
});

const visit = (pageUrl: string, changes: Partial<Visit> = {}): Visit => ({
  id: crypto.randomUUID(),
  at: '2026-12-23T23:59:59.500Z',
  pageUrl,
  referrer: null,
  userAgent: null,
  ipAddress: null,
  ...changes,
});
const batch = (...visits: Visit[]) => ({ batchId: crypto.randomUUID(), visits });

async function hitCount(): Promise<number> {
  const answer = await signedFetch(secret, 'gateway')(url + getHitCounter.path);
  expect(answer.status).toBe(200);
  return getHitCounter.answers[200].parse(await answer.json()).hitCount;
}

const stored = () => context.db('site_visits').orderBy('id');

it('starts at nothing', async () => {
  expect(await hitCount()).toBe(0);
});

it('tells nothing to strangers', async () => {
  const answer = await fetch(url + getHitCounter.path);
  expect(answer.status).toBe(401);
});

it('keeps what is known of each visit, at its own time', async () => {
  const full = { referrer: 'https://x.com/', userAgent: 'Mozilla/5.0', ipAddress: '203.0.113.0' };
  await recordVisits(context.db, batch(visit('/', full), visit('/?search=%00')), now);
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

it('counts a batch once, also when it is delivered twenty times at once', async () => {
  const twice = batch(visit('/a'), visit('/b'));
  const counted = await Promise.all(Array.from({ length: 20 }, () => recordVisits(context.db, twice, now)));
  expect(counted.filter((count) => count === 2)).toHaveLength(1);
  expect(counted.filter((count) => count === 0)).toHaveLength(19);
  expect(await hitCount()).toBe(2);
  expect(await stored()).toHaveLength(2);
});

it('counts all of many batches that come at once', async () => {
  const batches = Array.from({ length: 30 }, (_, n) => batch(visit(`/${n}`), visit(`/${n}`), visit(`/${n}`)));
  await Promise.all(batches.map((each) => recordVisits(context.db, each, now)));
  expect(await hitCount()).toBe(90);
  expect(await stored()).toHaveLength(90);
});

it('counts nothing of a batch that cannot be stored, and all of it when it is tried again', async () => {
  const half = batch(visit('/whole'), visit('/broken', { at: 'no time' }));
  await expect(recordVisits(context.db, half, now)).rejects.toThrow();
  expect(await hitCount()).toBe(0);
  expect(await stored()).toEqual([]);
  const mended = { ...half, visits: [visit('/whole'), visit('/mended')] };
  expect(await recordVisits(context.db, mended, now)).toBe(2);
  expect(await hitCount()).toBe(2);
});

it('forgets batches that nobody delivers again, and no others', async () => {
  const [old, recent] = [batch(visit('/old')), batch(visit('/recent'))];
  await recordVisits(context.db, old, daysBefore(31));
  await recordVisits(context.db, recent, daysBefore(29));
  await recordVisits(context.db, batch(visit('/today')), now);
  const known = await context.db('recorded_batches').pluck('batch_id');
  expect(known).toHaveLength(2);
  expect(known).toContain(recent.batchId);
  expect(await recordVisits(context.db, recent, now)).toBe(0);
});

it('reads the counter without looking at the visits', async () => {
  await recordVisits(context.db, batch(visit('/')), now);
  const queries: string[] = [];
  const listen = ({ sql }: { sql: string }) => queries.push(sql);
  context.db.on('query', listen);
  await hitCount();
  context.db.off('query', listen);
  expect(queries).toEqual(['select "hit_count" from "hit_counter" limit $1']);
});

it('works through the queue', async () => {
  await startWorkers(context);
  await context.queues.add(recordVisitsJob, batch(visit('/queued'), visit('/queued')));
  while ((await hitCount()) < 2) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await hitCount()).toBe(2);
});

it('is ready when database and queue answer', async () => {
  const answer = await fetch(`${url}/health/ready`);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ status: 'ok', checks: { database: 'ok', queue: 'ok' } });
});

it('takes a job that was written before a field was added', () => {
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
