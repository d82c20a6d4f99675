import { reportVisit, type Visit } from '@naughty-list/contracts/visits';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import pg from 'pg';
import { expect, it } from 'vitest';
import { call, type Gateway, postJson, Stage } from './gateway-under-test.ts';

const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36';

const stage = closeAfterAll(await Stage.build());

const report = (gateway: Gateway, body: unknown, headers: Record<string, string> = {}) =>
  postJson(gateway.url, reportVisit.path, body, { origin: gateway.url, 'user-agent': browser, ...headers });

/** Stops a gateway and returns the visits it has queued since the last call. */
async function visitsOf(gateway: Gateway): Promise<Visit[]> {
  await gateway.stop();
  const db = new pg.Client({ connectionString: stage.database.url });
  await db.connect();
  const { rows } = await db.query('delete from bullmq.job returning data');
  await db.end();
  return rows.flatMap(({ data }) => data.visits);
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
  const statuses: number[] = [];
  for (let n = 0; n < 4; n += 1) statuses.push((await report(gateway, { pageUrl: '/' })).status);
  expect(statuses).toEqual([204, 204, 204, 429]);
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
    await call(gateway.url, '/', { headers: { accept: 'text/html', 'user-agent': browser, referer } });
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
