import { setTimeout as sleep } from 'node:timers/promises';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import pg from 'pg';
import { expect, it } from 'vitest';
import { call, Stage } from './gateway-under-test.ts';

const browser = {
  accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36',
};

const stage = closeAfterAll(await Stage.build());
const db = closeAfterAll(new pg.Pool({ connectionString: stage.database.url }));
const analyticsUrl = (await stage.program('analytics')).url;

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
  await load('/', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +https://bot.example)' });
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
