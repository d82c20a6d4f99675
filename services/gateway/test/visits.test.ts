import { setTimeout as sleep } from 'node:timers/promises';
import { reportVisit, type Visit, type VisitBatch } from '@naughty-list/contracts/visits';
import { isPageLoad } from '@naughty-list/gateway/visits/page-load';
import { createVisitBuffer } from '@naughty-list/gateway/visits/visit-buffer';
import { createLog } from '@naughty-list/service-kit/telemetry/log';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { BROWSER, call, type Gateway, postJson, Stage, statusesOf } from './gateway-under-test.ts';

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
    call(gateway.url, path, { method, headers: { ...BROWSER, ...headers } });
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
    user_agent: BROWSER['user-agent'],
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
    expect((await call(gateway.url, `/?n=${n}`, { headers: BROWSER })).status).toBe(200);
  await gateway.stop();
  const again = await stage.gateway({ ANALYTICS_URL: analyticsUrl });
  while ((await loads()) < loadsBefore + 20) await sleep(50);
  expect(await loads()).toBe(loadsBefore + 20);
  expect(await hitCount(again.url)).toBe(before + 1);
});

describe('a change of page', async () => {
  const stage = closeAfterAll(await Stage.build());
  const { 'user-agent': browser } = BROWSER;

  const report = (gateway: Gateway, body: unknown, headers: Record<string, string> = {}) =>
    postJson(gateway.url, reportVisit.path, body, { origin: gateway.url, 'user-agent': browser, ...headers });

  /** Stops a gateway and returns the visits it has queued since the last call. */
  async function visitsOf(gateway: Gateway): Promise<Visit[]> {
    await gateway.stop();
    return stage.takeVisits();
  }

  it('counts changes of page that a page of the site reports, and nothing else', async () => {
    const gateway = await stage.gateway();
    const counted = { pageUrl: '/nice-list?search=grinch', referrer: '/' };
    expect((await report(gateway, counted)).status).toBe(204);
    expect((await report(gateway, { pageUrl: '/pfp/' })).status).toBe(204);

    // The same response, but the visit is not counted.
    expect(
      (await report(gateway, counted, { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' })).status,
    ).toBe(204);
    expect((await report(gateway, { pageUrl: '/admin' })).status).toBe(204);

    for (const pageUrl of [
      '/no-such-page',
      '//evil.example/',
      'https://evil.example/',
      'nice-list',
      '',
      '/pfp/x',
      '/%70fp',
      7,
    ]) {
      const { status, json } = await report(gateway, { pageUrl });
      expect({ pageUrl, status, code: json.code }).toEqual({ pageUrl, status: 400, code: 'invalid_input' });
    }
    expect((await report(gateway, { pageUrl: `/?${'x'.repeat(2_048)}` })).status).toBe(400);
    expect((await report(gateway, { pageUrl: '/', referrer: 'https://evil.example/' })).status).toBe(400);
    expect((await report(gateway, [])).status).toBe(400);

    expect((await report(gateway, counted, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await report(gateway, counted, { origin: 'null' })).status).toBe(403);
    const anonymous = { 'content-type': 'application/json', 'user-agent': browser };
    const body = JSON.stringify(counted);
    const nameless = await call(gateway.url, reportVisit.path, { method: 'POST', body, headers: anonymous });
    expect(nameless.status).toBe(403);
    expect((await call(gateway.url, reportVisit.path)).status).toBe(404);

    expect(await visitsOf(gateway)).toMatchObject([
      { pageUrl: '/nice-list', referrer: '/', userAgent: browser, ipAddress: '127.0.0.0' },
      { pageUrl: '/pfp/', referrer: null },
    ]);
  });

  it('cuts what is too long and drops what no database keeps', async () => {
    const gateway = await stage.gateway();
    const pageUrl = `/?\0${'🎅'.repeat(1_000)}${'x'.repeat(44)}`;
    expect((await report(gateway, { pageUrl, referrer: '/\uD83C?from=me' })).status).toBe(204);
    const headers = {
      accept: 'text/html',
      'user-agent': `${browser} ${'\u00ff'.repeat(10_000)}`,
      referer: `https://${'x'.repeat(300)}.example/${'\u00fe'.repeat(10_000)}`,
    };
    expect((await call(gateway.url, `/?${'y'.repeat(10_000)}`, { headers })).status).toBe(200);
    const [reported, loaded] = await visitsOf(gateway);
    expect(reported).toMatchObject({ pageUrl: '/', referrer: '/\uFFFD' });
    expect(loaded?.pageUrl).toBe('/');
    expect(loaded?.referrer).toHaveLength(256);
    expect(loaded?.userAgent).toHaveLength(256);
  });

  it('has a budget', async () => {
    const gateway = await stage.gateway({ RATE_LIMIT_READS_PER_MINUTE: '3' });
    expect(await statusesOf([1, 2, 3, 4], () => report(gateway, { pageUrl: '/' }))).toEqual([
      204, 204, 204, 429,
    ]);
    // A client's visits an hour are a fifth of its reads a minute.
    expect(await visitsOf(gateway)).toHaveLength(1);
  });

  it.each([
    ['none', null],
    ['full', '127.0.0.1'],
  ])('stores addresses as configured: %s', async (setting, kept) => {
    const gateway = await stage.gateway({ VISIT_ADDRESSES: setting });
    await report(gateway, { pageUrl: '/' });
    expect((await visitsOf(gateway)).map(({ ipAddress }) => ipAddress)).toEqual([kept]);
  });

  it('keeps of referrers the path on this site, and the origin elsewhere', async () => {
    const gateway = await stage.gateway({ PUBLIC_ORIGIN: 'https://list.example' });
    const referers = [
      'https://list.example/nice-list?search=a',
      `${gateway.url}/pfp`,
      'https://list.example.evil.example/',
      'https://x.com/a?from=me#here',
      'android-app://org.telegram.messenger/',
      'nonsense',
    ];
    for (const referer of referers) {
      await call(gateway.url, '/', { headers: { ...BROWSER, referer } });
    }
    expect((await visitsOf(gateway)).map(({ referrer }) => referrer)).toEqual([
      '/nice-list',
      '/pfp',
      'https://list.example.evil.example',
      'https://x.com',
      'android-app://org.telegram.messenger',
      null,
    ]);
  });

  it.each([
    ['/receipt', 'a membership', 'membership_00000000-0000-4000-8000-000000000000'],
    ['/trace', 'a wallet', 'solana/9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'],
    ['/case', 'an account', 'elf_one'],
  ])('counts a visit of %s without %s', async (page, _, of) => {
    const gateway = await stage.gateway();
    expect((await report(gateway, { pageUrl: `${page}/${of}` })).status).toBe(204);
    expect(await visitsOf(gateway)).toMatchObject([{ pageUrl: page }]);
  });
});

describe('a page load', () => {
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
  const person = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1';
  const load = (headers: Record<string, string>, path = '/', method = 'GET') =>
    isPageLoad({ method, path, headers: { accept, 'user-agent': person, ...headers } });

  it.each([
    person,
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0',
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/156.0 Mobile Safari/537.36 Phantom/android',
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/156.0 Mobile Safari/537.36 Telegram-Android/12.1',
    'Mozilla/5.0 (Linux; Android 12; CUBOT X30) AppleWebKit/537.36 Chrome/156.0 Mobile Safari/537.36',
  ])('counts a person with %s', (userAgent) => {
    expect(load({ 'user-agent': userAgent })).toBe(true);
  });

  it.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2)',
    'Mozilla/5.0 (compatible; Yahoo! Slurp)',
    'Mozilla/5.0 (compatible; YandexBot/3.0)',
    'Mozilla/5.0 (Macintosh) AppleWebKit/600.2.5 (Applebot/0.1)',
    'TelegramBot (like TwitterBot)',
    'facebookexternalhit/1.1',
    'WhatsApp/2.23',
    'Slackbot-LinkExpanding 1.0',
    'Mozilla/5.0 (compatible; UptimeRobot/2.0)',
    'Mozilla/5.0 Chrome/156.0 Safari/537.36 Chrome-Lighthouse',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0 Safari/537.36',
    'Mozilla/5.0 (compatible; Pingdom.com_bot_version_1.4; http://www.pingdom.com/)',
    'Mozilla/5.0 (compatible; StatusCake)',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36 DatadogSynthetics',
    'Mozilla/5.0 (compatible; Google-InspectionTool/1.0)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ChatGPT-User/1.0; +https://openai.com/bot)',
    'Mozilla/5.0 (compatible; meta-externalagent/1.1)',
    'Twitterbot/1.0',
    '',
    'curl/8.14',
    'Wget/1.25',
    'python-requests/2.32',
    'Go-http-client/2.0',
    'node',
  ])('leaves %s out', (userAgent) => {
    expect(load({ 'user-agent': userAgent })).toBe(false);
  });

  it('leaves the admin panel out, and no page that is only named like it', () => {
    expect(load({}, '/admin')).toBe(false);
    expect(load({}, '/admin/reports')).toBe(false);
    expect(load({}, '/administrators')).toBe(true);
  });

  it('takes the word of the browser for what a request is for', () => {
    expect(load({ 'sec-fetch-dest': 'document', accept: '*/*' })).toBe(true);
    for (const destination of ['empty', 'image', 'iframe', 'script']) {
      expect(load({ 'sec-fetch-dest': destination })).toBe(false);
    }
    expect(load({ accept: '*/*' })).toBe(false);
  });

  it.each(['prefetch', 'prefetch;prerender', 'prerender', 'Preview'])(
    'does not count what is fetched ahead (%s)',
    (purpose) => {
      expect(load({ 'sec-purpose': purpose, 'sec-fetch-dest': 'document' })).toBe(false);
      expect(load({ purpose })).toBe(false);
    },
  );

  it('counts GET alone', () => {
    for (const method of ['HEAD', 'POST', 'OPTIONS']) expect(load({}, '/', method)).toBe(false);
  });
});

describe('visits that wait', () => {
  const log = createLog('test', 'silent');
  const visit = (n: number): Visit => ({
    id: crypto.randomUUID(),
    at: new Date().toISOString(),
    pageUrl: `/${n}`,
    referrer: null,
    userAgent: null,
    ipAddress: null,
  });
  const pages = (batches: VisitBatch[]) =>
    batches.flatMap(({ visits }) => visits.map(({ pageUrl }) => pageUrl));
  const upTo = (n: number) => Array.from({ length: n }, (_, index) => `/${index}`);

  it('sends at most 500 visits together, all of them, in order', async () => {
    const sent: VisitBatch[] = [];
    const buffer = createVisitBuffer({ send: async (batch) => void sent.push(batch), log });
    for (let n = 0; n < 1_250; n += 1) buffer.add(visit(n));
    await buffer.close();
    expect(sent.map(({ visits }) => visits.length)).toEqual([500, 500, 250]);
    expect(pages(sent)).toEqual(upTo(1_250));
  });

  it('sends a full batch at once, and waits for no clock', async () => {
    const sent: VisitBatch[] = [];
    const send = async (batch: VisitBatch) => void sent.push(batch);
    const buffer = createVisitBuffer({ send, log, batchSize: 10, gatherMs: 1_000_000_000 });
    for (let n = 0; n < 25; n += 1) buffer.add(visit(n));
    await expect.poll(() => pages(sent)).toEqual(upTo(20));
    await buffer.close();
    expect(pages(sent)).toEqual(upTo(25));
  });

  it('sends a batch that failed again, under its id, and never skips one', async () => {
    const tried: VisitBatch[] = [];
    const sent: VisitBatch[] = [];
    const send = async (batch: VisitBatch) => {
      tried.push(batch);
      await sleep(1);
      if (tried.length < 4) throw new Error('no queue');
      sent.push(batch);
    };
    const buffer = createVisitBuffer({ batchSize: 100, send, log, gatherMs: 5, retryMs: 5 });
    for (let n = 0; n < 150; n += 1) {
      buffer.add(visit(n));
      if (n % 50 === 0) await sleep(5);
    }
    while (pages(sent).length < 150) await sleep(5);
    await buffer.close();
    expect(pages(sent)).toEqual(upTo(150));
    expect(new Set(tried.slice(0, 4).map(({ batchId }) => batchId)).size).toBe(1);
  });

  it('keeps no more than it has room for', async () => {
    const sent: VisitBatch[] = [];
    const buffer = createVisitBuffer({
      batchSize: 100,
      send: async (batch) => void sent.push(batch),
      log,
      capacity: 10,
    });
    for (let n = 0; n < 30; n += 1) buffer.add(visit(n));
    await buffer.close();
    expect(pages(sent)).toEqual(upTo(10));
  });

  it('ends when the rest cannot be sent, and logs how many are lost', async () => {
    const logged: unknown[] = [];
    const open = createLog('test', 'warn');
    const listening = Object.assign(Object.create(open), {
      warn: () => {},
      error: (fields: object, text: string) => logged.push([fields, text]),
    });
    const buffer = createVisitBuffer({
      batchSize: 10,
      send: () => Promise.reject(new Error('no queue')),
      log: listening,
    });
    for (let n = 0; n < 35; n += 1) buffer.add(visit(n));
    await buffer.close();
    expect(logged).toEqual([[{ lost: 35 }, 'visits lost']]);
  });
});
