import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { addAppealMessage, appealTexts, CASE_CODE_HEADER, getAppeal } from '@naughty-list/contracts/appeals';
import { listBurns } from '@naughty-list/contracts/burns';
import { ApiError } from '@naughty-list/contracts/errors';
import { getHitCounter } from '@naughty-list/contracts/hit-counter';
import { verifyBurn } from '@naughty-list/contracts/removal';
import { listReports, type Report, searchReports, submitReport } from '@naughty-list/contracts/reports';
import { getTokenConfig } from '@naughty-list/contracts/token-config';
import { getVerification } from '@naughty-list/contracts/verifications';
import { gateway as gatewayService } from '@naughty-list/gateway/service';
import { Answer, type RouteRequest, route } from '@naughty-list/service-kit/http/route';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { type Handler, type StandIn, startStandIn } from '@naughty-list/test-kit/stand-in-server';
import { beforeEach, describe, expect, it } from 'vitest';
import { call, NOWHERE, postJson, Stage } from './gateway-under-test.ts';

const report: Report = {
  id: 7,
  twitterUrl: 'https://x.com/grinch/status/1',
  username: 'grinch',
  tweetContent: null,
  tweetDate: null,
  scamCategory: 'other',
  description: 'Stole the presents of a whole town',
  evidenceUrls: [],
  reportedAt: '2026-12-01T00:00:00.000Z',
  reportCount: 1,
  isRemoved: false,
  uniqueBurnAddress: 'LISTBURN007',
};

type Seen = {
  url: string;
  method: string;
  headers: Record<string, unknown>;
  requestId: string;
  clientId: string;
  body: unknown;
};
let seen: Seen[] = [];
const last = (): Seen => seen.at(-1) ?? expect.fail('The service was not called');

function note({
  raw,
  requestId,
  clientId,
}: Pick<RouteRequest<typeof listReports>, 'raw' | 'requestId' | 'clientId'>): void {
  seen.push({
    url: raw.url,
    method: raw.method,
    headers: { ...raw.headers },
    requestId,
    clientId,
    body: raw.body,
  });
}

const reports = [
  route(listReports, async (request) => {
    note(request);
    const many = Array.from({ length: request.query.limit }, (_, index) => ({ ...report, id: index + 1 }));
    return new Answer(200, many, {
      'x-total-count': '5000',
      etag: 'W/"1"',
      server: 'secret-server/1.0',
      'x-powered-by': 'elves',
      'x-request-id': 'of-the-service',
      'set-cookie': 'inside=1',
    });
  }),
  route(searchReports, async (request) => {
    note(request);
    return request.query.q === 'none' ? [] : [{ ...report, description: request.query.q }];
  }),
  route(submitReport, async (request) => {
    note(request);
    if (request.body.username === 'grinch') {
      throw new ApiError('username_already_listed', '@grinch is already listed.', {
        existingUsername: 'grinch',
      });
    }
    return report;
  }),
  route(verifyBurn, async () => {
    throw new Error('the database password is hunter2');
  }),
  route(getVerification, async () => {
    throw new ApiError('service_unavailable', 'inner words');
  }),
];

const stage = closeAfterAll(await Stage.build());
const reportsUrl = (await stage.service(reports)).url;
const stranger = await stage.service([route(getHitCounter, async () => ({ hitCount: 1 }))], {
  secret: 'another-secret-0123456789-0123456789',
});
const gateway = await stage.gateway({
  REPORTS_URL: reportsUrl,
  ANALYTICS_URL: stranger.url,
  RATE_LIMIT_WRITES_PER_MINUTE: '1000',
  CHALLENGE_AFTER_WRITES_PER_HOUR: '0',
});
beforeEach(() => {
  seen = [];
});

it('passes a call on, and its answer back with what the client may know', async () => {
  const answer = await call(gateway.url, '/api/scammer-reports?limit=2&offset=4');
  expect(answer.status).toBe(200);
  expect(answer.json).toHaveLength(2);
  expect(answer.headers).toMatchObject({
    'x-total-count': '5000',
    etag: expect.stringMatching(/^W\/"/),
    'cache-control': 'no-cache',
  });
  for (const header of ['server', 'x-powered-by', 'set-cookie'])
    expect(answer.headers).not.toHaveProperty(header);
  expect(last()).toMatchObject({ url: '/api/scammer-reports?limit=2&offset=4', method: 'GET' });
});

const input = {
  twitterUrl: 'https://x.com/krampus/status/1',
  username: 'krampus',
  description: 'Ünïcode € 🎅 in a description',
};

it('passes bodies on as they are, and refusals back as they are', async () => {
  const created = await postJson(gateway.url, '/api/scammer-reports', input);
  expect(created.status).toBe(201);
  expect(created.json).toEqual(report);
  expect(last().body).toEqual(input);
  const refused = await postJson(gateway.url, '/api/scammer-reports', {
    ...input,
    twitterUrl: report.twitterUrl,
    username: 'grinch',
  });
  expect(refused.status).toBe(409);
  expect(refused.json).toEqual({
    message: '@grinch is already listed.',
    code: 'username_already_listed',
    existingUsername: 'grinch',
  });
});

it('creates a request id, forwards and returns it; ignores one from outside', async () => {
  const forged = { 'x-request-id': 'forged-request-id' };
  const answer = await postJson(gateway.url, '/api/scammer-reports', input, forged);
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
  expect(last().requestId).toBe(answer.headers['x-request-id']);
});

it('drops internal headers and credentials of clients', async () => {
  const forged = {
    'x-service-auth': 'gateway.1.forged',
    'x-client-id': 'somebody-else',
    'x-forwarded-for': '9.9.9.9',
    'x-anything': 'else',
    cookie: 'session=secret',
    authorization: 'Bearer secret',
    connection: 'keep-alive, x-service-auth, x-client-id',
  };
  await postJson(gateway.url, '/api/scammer-reports', input, forged);
  const { headers, clientId } = last();
  expect(clientId).toMatch(/^[\w-]{22}$/);
  expect(headers['x-service-auth']).toMatch(/^gateway\.\d{13}\./);
  for (const header of ['x-forwarded-for', 'x-anything', 'cookie', 'authorization']) {
    expect(headers).not.toHaveProperty(header);
  }
});

it.each([
  '/internal/looks',
  '/api/../internal/looks',
  '/api/verifications/../../internal/looks',
  '/api/verifications/%2e%2e/looks',
  '/api/verifications/..%2finternal%2flooks/x',
  '/api/scammer-reports/..',
  '/api/scammer-reports/7/remove-by-burn/more',
  '/api/scammer-reports/7/../../internal',
  '/API/scammer-reports',
  '//api/scammer-reports',
  '/api/hit-counter/',
  '/api',
  '/api/',
])('knows no %s', async (path) => {
  const answer = await postJson(gateway.url, path, {});
  expect(answer.status).toBe(404);
  expect(answer.json).toEqual({ message: 'Not found', code: 'not_found' });
  expect(seen).toEqual([]);
});

it('responds 404 to other methods of a path', async () => {
  for (const method of ['DELETE', 'PUT', 'OPTIONS', 'PATCH']) {
    expect((await call(gateway.url, '/api/scammer-reports', { method })).status).toBe(404);
  }
  expect(seen).toEqual([]);
});

it('does not take a path that would arrive as another one', async () => {
  const absolute = `${reportsUrl}/api/scammer-reports`;
  const request = `GET ${absolute} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
  const socket = await stage.connect(gateway.url, request);
  let text = '';
  for await (const chunk of socket) text += chunk;
  expect(text).toMatch(/^HTTP\/1.1 404 /);
  expect(seen).toEqual([]);
});

it('answers HEAD without a body', async () => {
  const answer = await call(gateway.url, '/api/scammer-reports?limit=3', { method: 'HEAD' });
  expect(answer).toMatchObject({ status: 200, text: '' });
  expect(answer.headers['x-total-count']).toBe('5000');
});

it('takes a search of 5,000 characters and every odd one', async () => {
  for (const term of ['%'.repeat(5_000), 'ü€🎅', '_%\'";--', 'a+b&c=d#e', '\\', ' ']) {
    const answer = await call(gateway.url, `/api/scammer-reports/search?q=${encodeURIComponent(term)}`);
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)[0].description).toBe(term);
  }
});

it('compresses what is large for those who can read it', async () => {
  const term = 'presents'.repeat(500);
  const response = await fetch(`${gateway.url}/api/scammer-reports/search?q=${term}`, {
    headers: { 'accept-encoding': 'br' },
  });
  expect(response.headers.get('content-encoding')).toBe('br');
  expect(await response.json()).toMatchObject([{ description: term }]);
  const { url } = gateway;
  const old = `GET /api/scammer-reports/search?q=${term} HTTP/1.0\r\nAccept-Encoding: gzip\r\n\r\n`;
  const raw = await buffer(await stage.connect(url, old));
  const body = raw.subarray(raw.indexOf('\r\n\r\n') + 4);
  expect(JSON.parse(gunzipSync(body).toString())).toMatchObject([{ description: term }]);
  const plain = await call(url, `/api/scammer-reports/search?q=${term}`);
  expect(plain.headers).not.toHaveProperty('content-encoding');
});

it('leaves what is small as it is', async () => {
  const response = await fetch(`${gateway.url}/api/scammer-reports/search?q=coal`, {
    headers: { 'accept-encoding': 'br, gzip' },
  });
  expect(response.headers.get('content-encoding')).toBeNull();
  const text = await response.text();
  expect(response.headers.get('content-length')).toBe(String(text.length));
  expect(JSON.parse(text)).toMatchObject([{ description: 'coal' }]);
});

it('exposes nothing of an internal fault', async () => {
  const answer = await postJson(gateway.url, '/api/verify-burn', { txHash: 'x', reportId: 7 });
  expect(answer.status).toBe(500);
  expect(answer.text).not.toContain('hunter2');
});

it('refuses headers beyond all measure', async () => {
  const answer = await call(gateway.url, `/api/scammer-reports/search?q=${'x'.repeat(70_000)}`);
  expect(answer.status).toBe(431);
  expect(answer.json).toMatchObject({ code: 'invalid_input' });
});

const breakMessage = 'This part of the site is taking a short break. Please try again in a moment.';
const expectBreak = async (url: string, path: string) => {
  const answer = await call(url, path);
  expect(answer.status).toBe(503);
  expect(answer.headers['retry-after']).toBe('5');
  expect(answer.json).toEqual({ message: breakMessage, code: 'service_unavailable', retryAfter: 5 });
};

it('answers 503 for a service that is not there, and serves the rest', async () => {
  await expectBreak(gateway.url, '/api/token-config');
  expect((await call(gateway.url, '/api/scammer-reports?limit=1')).status).toBe(200);
  expect((await call(gateway.url, '/')).status).toBe(200);
});

it('answers 503 for a service that says so itself, and for one that rejects the gateway', async () => {
  await expectBreak(gateway.url, '/api/verifications/look_6f9619ff-8b86-4011-b42d-00cf4fc964ff');
  await expectBreak(gateway.url, '/api/hit-counter');
});

async function startRaw(handler: Handler): Promise<StandIn> {
  const standIn = await startStandIn(handler);
  stage.onStop(standIn.stop);
  return standIn;
}

it('answers 503 for a service that never answers, and for one that hangs up', async () => {
  const silent = await startRaw(() => undefined);
  const rude = await startRaw((_path, response) => response.destroy());
  const other = await stage.gateway(
    { REPORTS_URL: silent.url, CHAIN_VERIFIER_URL: rude.url },
    { constants: { upstreamCallTimeoutMs: 100 } },
  );
  await expectBreak(other.url, '/api/scammer-reports');
  await expectBreak(other.url, '/api/token-config');
});

it('answers 503 when a small answer breaks off', async () => {
  const breaking = await startRaw((_path, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100, etag: 'W/"1"' });
    response.write('{"half":', () => response.destroy());
  });
  const other = await stage.gateway({ CHAIN_VERIFIER_URL: breaking.url });
  await expectBreak(other.url, '/api/token-config');
  const { headers } = await call(other.url, '/api/token-config');
  expect(headers).not.toHaveProperty('etag');
});

it('keeps nothing of an answer that breaks off before its first bytes', async () => {
  const head = {
    'content-type': 'application/json',
    'content-length': 5_000,
    'content-encoding': 'gzip',
    'cache-control': 'public, max-age=30',
    etag: 'W/"1"',
  };
  const breaking = await startRaw((_path, response) => {
    response.writeHead(200, head).flushHeaders();
    setImmediate(() => response.destroy());
  });
  const other = await stage.gateway({ CHAIN_VERIFIER_URL: breaking.url });
  const { status, headers, json } = await call(other.url, '/api/token-config');
  expect(status).toBeGreaterThanOrEqual(500);
  expect(json).toMatchObject({ code: expect.any(String) });
  for (const name of ['content-encoding', 'etag', 'cache-control']) expect(headers).not.toHaveProperty(name);
});

it('asks again after a kept connection turned out dead, but never sends a change twice', async () => {
  let calls = 0;
  const flaky = await startRaw((_path, response) => {
    calls += 1;
    if (calls % 2 === 1) response.destroy();
    else response.setHeader('content-type', 'application/json').end('[]');
  });
  const other = await stage.gateway({ REPORTS_URL: flaky.url });
  expect(await call(other.url, '/api/scammer-reports')).toMatchObject({ status: 200, text: '[]' });
  expect((await postJson(other.url, '/api/scammer-reports', {})).status).toBe(503);
  // Two for the list, two for its version, one for the report.
  expect(calls).toBe(5);
});

it('reconnects to a restarted service', async () => {
  const tokenConfig = route(getTokenConfig, async () => JSON.parse('{"decimals":6}'));
  const first = await stage.service([tokenConfig]);
  const other = await stage.gateway({ CHAIN_VERIFIER_URL: first.url });
  expect((await call(other.url, '/api/token-config')).status).toBe(200);
  await first.stop();
  await expectBreak(other.url, '/api/token-config');
  await stage.service([tokenConfig], { port: Number(new URL(first.url).port) });
  expect((await call(other.url, '/api/token-config')).json).toEqual({ decimals: 6 });
});

it('reports its own health to the public, and that of the services on its private port', async () => {
  expect((await call(gateway.url, '/health/live')).json).toEqual({ status: 'ok', checks: {} });
  const ready = await call(gateway.url, '/health/ready');
  expect(ready.status).toBe(200);
  expect(ready.json).toEqual({ status: 'ok', checks: {} });
  expect(await gatewayService.readHealth(gateway.context)).toEqual({
    status: 'ok',
    checks: {
      database: 'ok',
      queue: 'ok',
      reports: 'ok',
      membership: 'degraded',
      analytics: 'ok',
      'chain-verifier': 'degraded',
      TRUST_PROXY: expect.any(String),
    },
  });
});

it('finishes the request under way when it stops', async () => {
  const arrived = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const slow = await stage.service([
    route(getTokenConfig, async () => {
      arrived.resolve();
      await held.promise;
      return JSON.parse('{"decimals":6}');
    }),
  ]);
  const stopping = await stage.gateway({ CHAIN_VERIFIER_URL: slow.url, REPORTS_URL: NOWHERE });
  const answer = call(stopping.url, '/api/token-config');
  await arrived.promise;
  const stopped = stopping.stop();
  await expect(call(stopping.url, '/health/live')).rejects.toThrow(/ECONNREFUSED|ECONNRESET/);
  held.resolve();
  expect(await answer).toMatchObject({ status: 200, json: { decimals: 6 } });
  await stopped;
});

describe('codes of cases', async () => {
  const CODE = 'RIGHT';

  /** Codes that the service received, by method and path. */
  let received: [string, unknown][];

  const stage = closeAfterAll(await Stage.build());
  const answer = async ({
    raw,
  }: {
    raw: { method: string; url: string; headers: Record<string, unknown> };
  }) => {
    const code = raw.headers[CASE_CODE_HEADER];
    received.push([`${raw.method} ${raw.url}`, code]);
    if (raw.url.startsWith('/api/appeal') && code !== CODE)
      throw new ApiError('unknown_case_code', appealTexts.unknownCode);
    return new Answer(200, JSON.parse('{}'));
  };
  const { url } = await stage.service([
    route(getAppeal, answer),
    route(addAppealMessage, answer),
    route(listBurns, answer),
  ]);
  const settings = { REPORTS_URL: url, TRUST_PROXY: '1' };
  beforeEach(() => {
    received = [];
  });

  const from = (ip: string, code: string) => ({ 'x-forwarded-for': ip, [CASE_CODE_HEADER]: code });
  const read = (url: string, ip: string, code: string) =>
    call(url, '/api/appeal', { headers: from(ip, code) });

  it('reach the service with the calls of an appeal alone, whose answers are not stored', async () => {
    const { url } = await stage.gateway(settings);
    const appeal = await read(url, '198.51.100.1', CODE);
    expect([appeal.status, appeal.headers['cache-control']]).toEqual([200, 'no-store']);
    await postJson(url, '/api/appeal/messages', { text: 'A letter of mine.' }, from('198.51.100.1', CODE));
    await call(url, '/api/burns', { headers: from('198.51.100.1', CODE) });
    expect(received).toEqual([
      ['GET /api/appeal', CODE],
      ['POST /api/appeal/messages', CODE],
      ['GET /api/burns', undefined],
    ]);
  });

  it('that are wrong lock no right one out from the same address', async () => {
    const { url } = await stage.gateway(settings);
    const guesses = Array.from({ length: 100 }, () => read(url, '198.51.100.2', 'WRONG'));
    for (const { status } of await Promise.all(guesses)) expect(status).toBe(404);
    expect((await read(url, '198.51.100.2', CODE)).status).toBe(200);
  });
});
