import { ApiError } from '@naughty-list/contracts/errors';
import { getHitCounter } from '@naughty-list/contracts/hit-counter';
import { burnRequest } from '@naughty-list/contracts/removal';
import { submitReport } from '@naughty-list/contracts/reports';
import { route } from '@naughty-list/service-kit/http/route';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { describe, expect, it } from 'vitest';
import { call, postJson, Stage } from './gateway-under-test.ts';

const stage = closeAfterAll(await Stage.build());
const { url } = await stage.service([
  route(getHitCounter, async () => ({ hitCount: 1 })),
  route(submitReport, async () => JSON.parse('{"id":1}')),
]);
const services = {
  REPORTS_URL: url,
  ANALYTICS_URL: url,
  RATE_LIMIT_WRITES_PER_MINUTE: '1000',
  CHALLENGE_AFTER_WRITES_PER_HOUR: '0',
};
const gateway = await stage.gateway({
  ...services,
  THIRD_PARTIES: 'off',
  PUBLIC_ORIGIN: 'http://naughty.example',
  PUBLIC_SOLANA_RPC_URL: 'http://127.0.0.1:8899',
});

const csp = async (settings: Record<string, string>) => {
  const { url } = await stage.gateway({ ...services, ...settings });
  return (await call(url, '/')).headers['content-security-policy'];
};

it('allows pages nothing but themselves and the RPC', async () => {
  const { headers } = await call(gateway.url, '/');
  expect(headers['content-security-policy']).toBe(
    "default-src 'self';base-uri 'none';object-src 'none';form-action 'self';frame-ancestors 'none';" +
      "script-src 'self';style-src 'self';img-src 'self' data:;" +
      "connect-src 'self' http://127.0.0.1:8899 ws://127.0.0.1:8900;frame-src 'none'",
  );
});

it('allows each third party by one setting, exactly its hosts, and none with one setting for all', async () => {
  const all = { X_WIDGETS: 'on', VIDEO_PLAYER: 'film_one, film_two, film-three, film_four1' };
  const rpc = { PUBLIC_SOLANA_RPC_URL: 'https://rpc.example/key' };
  const policy = (script: string, frame: string) =>
    "default-src 'self';base-uri 'none';object-src 'none';form-action 'self';frame-ancestors 'none';" +
    `script-src 'self'${script};style-src 'self';img-src 'self' data:;` +
    `connect-src 'self' https://rpc.example wss://rpc.example;frame-src ${frame};upgrade-insecure-requests`;
  const https = { ...rpc, PUBLIC_ORIGIN: 'https://naughty.example' };
  const x = 'https://platform.twitter.com https://syndication.twitter.com';
  expect(await csp({ ...all, ...https })).toBe(
    policy(' https://platform.twitter.com', `${x} https://www.youtube-nocookie.com`),
  );
  expect(await csp(https)).toBe(policy(' https://platform.twitter.com', x));
  expect(await csp({ ...https, X_WIDGETS: 'off' })).toBe(policy('', "'none'"));
  expect(await csp({ ...all, ...https, THIRD_PARTIES: 'off' })).toBe(policy('', "'none'"));
});

it.each([
  '/',
  '/no-such-page',
  '/assets/index-B4k1fG_2.js',
  '/api/hit-counter',
  '/api/unknown',
  '/health/live',
  '/api/scammer-reports/%zz',
  '/%c0%ae%c0%ae/',
])('sends the security headers with %s', async (path) => {
  const { headers } = await call(gateway.url, path);
  expect(headers).toMatchObject({
    'content-security-policy': expect.stringContaining("default-src 'self'"),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  for (const absent of [
    'strict-transport-security',
    'server',
    'x-powered-by',
    'access-control-allow-origin',
  ]) {
    expect(headers).not.toHaveProperty(absent);
  }
});

it('ignores an unknown Expect header', async () => {
  const { status, headers } = await call(gateway.url, '/api/hit-counter', {
    headers: { expect: 'presents' },
  });
  expect(status).toBe(200);
  expect(headers).toHaveProperty('content-security-policy');
});

it('knows no admin at an address with a host in it', async () => {
  for (const path of ['/api/admin/login', '/api/admin/status', '/api/admin/logout']) {
    const method = path.endsWith('status') ? 'GET' : 'POST';
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ username: 'santa', password: 'correct horse battery' });
    const sent = method === 'GET' ? {} : { headers, body };
    const { status } = await call(gateway.url, `http://naughty.example${path}`, { method, ...sent });
    expect([path, status]).toEqual([path, 404]);
  }
});

it('insists on https only where the site has it', async () => {
  const { url } = await stage.gateway({ ...services, PUBLIC_ORIGIN: 'https://naughty.example' });
  expect((await call(url, '/')).headers['strict-transport-security']).toBe(
    'max-age=31536000; includeSubDomains',
  );
});

const input = {
  twitterUrl: 'https://x.com/grinch/status/1',
  username: 'grinch',
  description: 'Stole the presents of a whole town',
};

const foreign: [string, Record<string, string>][] = [
  ['another site', { origin: 'https://evil.example' }],
  ['another port', { origin: 'http://naughty.example:81' }],
  ['another protocol', { origin: 'https://naughty.example' }],
  ['a site that looks alike', { origin: 'http://naughty.example.evil.example' }],
  ['a sandboxed page', { origin: 'null' }],
  ['a page that hides its origin', { 'sec-fetch-site': 'cross-site' }],
  ['a sibling site', { 'sec-fetch-site': 'same-site' }],
];

it.each(foreign)('refuses a change from %s', async (_what, headers) => {
  const answer = await postJson(gateway.url, '/api/scammer-reports', input, headers);
  expect(answer.status).toBe(403);
  expect(answer.json).toEqual({
    message: 'This request came from another site and was refused.',
    code: 'forbidden_origin',
  });
});

it('takes a change from its own pages, and from what is no browser', async () => {
  const { host } = new URL(gateway.url);
  for (const headers of [
    { origin: 'http://naughty.example' },
    { origin: `http://${host}` },
    { origin: `http://${host}`, 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    {},
  ]) {
    expect((await postJson(gateway.url, '/api/scammer-reports', input, headers)).status).toBe(201);
  }
  const proxied = { origin: 'http://list.example', host: 'list.example:80' };
  expect((await postJson(gateway.url, '/api/scammer-reports', input, proxied)).status).toBe(201);
});

it('allows reads from any origin', async () => {
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  expect((await call(gateway.url, '/api/hit-counter', { headers })).status).toBe(200);
});

describe('a wallet on another site', async () => {
  const foreign = { origin: 'https://wallet.example', 'sec-fetch-site': 'cross-site' };
  const path = '/api/scammer-reports/7/burn-request';

  const stage = closeAfterAll(await Stage.build());
  const { url } = await stage.service([
    route(burnRequest, async ({ params, body }) => {
      if (params.id !== 7) throw new ApiError('not_found', 'This report does not exist.');
      return { transaction: 'AAAA', message: `for ${body.account}` };
    }),
    route(submitReport, async () => JSON.parse('{"id":1}')),
  ]);
  const gateway = await stage.gateway({ REPORTS_URL: url, PUBLIC_ORIGIN: 'https://naughty.example' });

  it('returns name and icon to a wallet', async () => {
    const { status, headers, json } = await call(gateway.url, path, { headers: foreign });
    expect({ status, json }).toEqual({
      status: 200,
      json: { label: 'The Naughty List', icon: 'https://naughty.example/art/icon-512.png' },
    });
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
  });

  it('lets a wallet of any origin fetch the transaction, and read why there is none', async () => {
    const { status, headers, json } = await postJson(gateway.url, path, { account: 'me' }, foreign);
    expect({ status, json }).toEqual({ status: 200, json: { transaction: 'AAAA', message: 'for me' } });
    expect(headers['access-control-allow-origin']).toBe('*');
    const unknown = await postJson(gateway.url, path.replace('7', '8'), { account: 'me' }, foreign);
    expect(unknown).toMatchObject({ status: 404, json: { message: 'This report does not exist.' } });
    expect(unknown.headers['access-control-allow-origin']).toBe('*');
  });

  it('answers what a browser asks before it sends JSON', async () => {
    const asked = { ...foreign, 'access-control-request-method': 'POST' };
    const { status, headers, text } = await call(gateway.url, path, { method: 'OPTIONS', headers: asked });
    expect({ status, text }).toEqual({ status: 204, text: '' });
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': expect.stringContaining('POST'),
      'access-control-allow-headers': expect.stringContaining('content-type'),
    });
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it('stays closed to other origins everywhere else', async () => {
    const { status, headers } = await postJson(gateway.url, '/api/scammer-reports', {}, foreign);
    expect(status).toBe(403);
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });
});
