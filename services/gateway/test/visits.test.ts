import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { recordVisitsJob, type Visit } from '@naughty-list/contracts/visits';
import { openQueues } from '@naughty-list/service-kit/jobs/queues';
import { createLog } from '@naughty-list/service-kit/telemetry/log';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { call, SECRET, Stage } from './gateway-under-test.ts';

const browser = {
  accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36',
};

let db: pg.Pool;
let analyticsUrl: string;

const stage = closeAfterAll(await Stage.build());
beforeAll(async () => {
  db = new pg.Pool({ connectionString: stage.database.url });
  analyticsUrl = await startAnalytics();
});
afterAll(async () => {
  await db.end();
});

/** The analytics service as in production: a separate process, web and worker. */
async function startAnalytics(): Promise<string> {
  const main = join(import.meta.dirname, '../../analytics/src/main.ts');
  const { url } = stage.database;
  const service: ChildProcess = spawn(process.execPath, [main, 'all'], {
    env: { PATH: process.env.PATH, PORT: '0', DATABASE_URL: url, QUEUE_URL: url, INTERNAL_SECRET: SECRET },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  stage.onStop(async () => {
    service.kill('SIGTERM');
    await once(service, 'exit');
  });
  let output = '';
  for await (const chunk of service.stdout ?? []) {
    output += chunk;
    const port = /"port":(\d+)/.exec(output)?.[1];
    if (port) {
      service.stdout?.resume();
      return `http://127.0.0.1:${port}`;
    }
  }
  return expect.fail(`analytics did not start: ${output}`);
}

async function hitCount(url: string): Promise<number> {
  return Number((await call(url, '/api/hit-counter')).json.hitCount);
}

async function untilCounted(url: string, hits: number): Promise<void> {
  while ((await hitCount(url)) < hits) await sleep(50);
}

const pagesSeen = async (): Promise<string[]> =>
  (await db.query('select page_url from analytics.site_visits order by id')).rows.map(
    ({ page_url }) => page_url,
  );

it('counts people who load pages, each load once, and nothing else', async () => {
  const gateway = await stage.gateway({ ANALYTICS_URL: analyticsUrl });
  const load = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    call(gateway.url, path, { method, headers: { ...browser, ...headers } });
  const before = await hitCount(gateway.url);

  await load('/', { referer: 'https://x.com/' });
  await load('/?search=grinch', { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' });
  await load('/?from=%2Fadmin');

  await load('/assets/index-B4k1fG_2.js');
  await load('/no-such-page');
  await load('/admin');
  await load('/', {}, 'HEAD');
  await load('/', { 'sec-purpose': 'prefetch;prerender' });
  await load('/', { 'sec-purpose': 'prerender' });
  await load('/', { purpose: 'prefetch' });
  await load('/', { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' });
  await load('/', { accept: '*/*' });
  await load('/', { 'user-agent': '' });
  for (const bot of [
    'Googlebot/2.1',
    'Twitterbot/1.0',
    'facebookexternalhit/1.1',
    'curl/8.5',
    'python-requests/2.32',
  ]) {
    await load('/', { 'user-agent': `Mozilla/5.0 (compatible; ${bot}; +https://bot.example)` });
  }
  await load('/api/unknown');

  await gateway.stop();
  const again = await stage.gateway({ ANALYTICS_URL: analyticsUrl });
  await untilCounted(again.url, before + 3);
  expect(await pagesSeen()).toEqual(['/', '/', '/']);
  const { rows } = await db.query('select * from analytics.site_visits order by id limit 1');
  expect(rows[0]).toMatchObject({
    ip_address: '127.0.0.0',
    user_agent: browser['user-agent'],
    referrer: 'https://x.com',
    visit_date: expect.any(Date),
  });
});

it('counts a batch that is delivered twice once', async () => {
  const gateway = await stage.gateway({ ANALYTICS_URL: analyticsUrl });
  const before = await hitCount(gateway.url);
  const queues = openQueues({ url: stage.database.url, secret: SECRET, log: createLog('test', 'silent') });
  const visit = (pageUrl: string): Visit => ({
    id: crypto.randomUUID(),
    at: new Date().toISOString(),
    pageUrl,
    referrer: null,
    userAgent: null,
    ipAddress: null,
  });
  const batch = { batchId: crypto.randomUUID(), visits: [visit('/twice'), visit('/twice')] };
  const deliverAgain = { ...recordVisitsJob, id: () => `again.${batch.batchId}` };
  await queues.add(recordVisitsJob, batch);
  await queues.add(recordVisitsJob, batch);
  await queues.add(deliverAgain, batch);
  await queues.add(recordVisitsJob, { batchId: crypto.randomUUID(), visits: [visit('/last')] });
  await untilCounted(gateway.url, before + 3);
  const open = "select 1 from bullmq.job where queue = 'analytics' and state <> 'completed'";
  while ((await db.query(open)).rowCount) await sleep(20);
  expect(await hitCount(gateway.url)).toBe(before + 3);
  expect((await pagesSeen()).filter((page) => page === '/twice')).toHaveLength(2);
  await queues.close();
});

it('serves pages while the queue is down, and counts them when it is back', async () => {
  const queue = `queue_${Date.now()}`;
  const url = new URL(stage.database.url);
  url.pathname = `/${queue}`;
  const gateway = await stage.gateway({ QUEUE_URL: url.href });
  const warned = vi.spyOn(gateway.context.log, 'warn');
  for (let n = 0; n < 5; n += 1)
    expect((await call(gateway.url, '/', { headers: browser })).status).toBe(200);
  // The first batch fails before the queue becomes available.
  const texts = () => warned.mock.calls.map(([, text]) => text);
  await expect.poll(texts).toContain('visits wait for the queue');
  expect((await call(gateway.url, '/?last', { headers: browser })).status).toBe(200);
  expect((await call(gateway.url, '/health/ready')).status).toBe(200);
  await db.query(`create database ${queue}`);
  await gateway.stop();
  const jobs = new pg.Client({ connectionString: url.href });
  await jobs.connect();
  const { rows } = await jobs.query('select data from bullmq.job');
  await jobs.end();
  await db.query(`drop database ${queue}`);
  const pages = rows.flatMap(({ data }) => data.visits.map(({ pageUrl }: Visit) => pageUrl));
  expect(pages).toEqual(['/', '/', '/', '/', '/', '/']);
  expect(new Set(rows.map(({ data }) => data.batchId)).size).toBe(rows.length);
});

it('counts one person once in public, and every page load for admins', async () => {
  const gateway = await stage.gateway({
    ANALYTICS_URL: analyticsUrl,
    VISITOR_COUNTED_AGAIN_AFTER_MINUTES: '30',
    RATE_LIMIT_READS_PER_MINUTE: '100',
  });
  const before = await hitCount(gateway.url);
  const loads = async () =>
    Number((await db.query("select sum(visits) from analytics.daily_visits where kind = 'all'")).rows[0].sum);
  const loadsBefore = await loads();
  for (let n = 0; n < 24; n += 1)
    expect((await call(gateway.url, `/?n=${n}`, { headers: browser })).status).toBe(200);
  await gateway.stop();
  const again = await stage.gateway({ ANALYTICS_URL: analyticsUrl });
  while ((await loads()) < loadsBefore + 20) await sleep(50);
  expect(await loads()).toBe(loadsBefore + 20);
  expect(await hitCount(again.url)).toBe(before + 1);
});
