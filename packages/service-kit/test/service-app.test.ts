import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { defineEndpoint } from '@naughty-list/contracts/endpoint';
import { ApiError } from '@naughty-list/contracts/errors';
import { BODY_LIMIT_BYTES, buildServiceApp } from '@naughty-list/service-kit/http/http';
import { Answer, route } from '@naughty-list/service-kit/http/route';
import { signCall, verifyCall } from '@naughty-list/service-kit/http/service-auth';
import { signedFetch } from '@naughty-list/service-kit/http/signed-fetch';
import { systemClock } from '@naughty-list/service-kit/lifecycle/clock';
import { createLog } from '@naughty-list/service-kit/telemetry/log';
import { withLogFields } from '@naughty-list/service-kit/telemetry/tracing';
import { startStandIn } from '@naughty-list/test-kit/stand-in-server';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { preferredWaitMs } from '../src/http/route.ts';

const secret = 's'.repeat(32);
const Toy = z.object({ id: z.number(), name: z.string(), client: z.string(), requestId: z.string() });
const errors = ['invalid_input', 'not_found'] as const;

const getToy = defineEndpoint({
  method: 'GET',
  path: '/toys/:id',
  summary: 'A toy',
  access: 'service',
  params: z.object({ id: z.coerce.number().int().min(1).max(9) }),
  query: z.object({ name: z.string().max(5, 'This name is too long').default('bear') }),
  answers: { 200: Toy },
  errors,
});
const makeToy = defineEndpoint({
  method: 'POST',
  path: '/toys',
  summary: 'Make a toy',
  access: 'service',
  body: z.object({ name: z.string({ error: 'A toy needs a name' }) }),
  answers: { 201: Toy.partial(), 202: Toy.partial() },
  errors,
});
const breakToy = defineEndpoint({
  method: 'DELETE',
  path: '/toys/:kind',
  summary: 'Break a toy in one way or another',
  access: 'service',
  params: z.object({ kind: z.string() }),
  answers: { 200: Toy.partial() },
  errors: ['too_many_requests', 'internal_error'],
});

let ready = true;
const made: string[] = [];
const parts = { log: createLog('toys', 'silent'), clock: systemClock, secret };
const app = buildServiceApp({
  ...parts,
  checks: { sledge: async () => ready, reindeer: async () => Promise.reject(new Error('asleep')) },
  softChecks: { weather: async () => false, stars: async () => true },
  routes: [
    route(getToy, async ({ params, query, clientId: client, requestId }) => ({
      id: params.id,
      name: query.name,
      client,
      requestId,
    })),
    route(makeToy, async ({ body }) => {
      made.push(body.name);
      if (body.name !== 'later') return { name: body.name };
      return new Answer(202, { name: 'later' }, { 'x-toy': 'yes' });
    }),
    route(breakToy, async ({ params }) => {
      if (params.kind === 'limit') throw new ApiError('too_many_requests', 'Slow down.', { retryAfter: 7 });
      throw new Error('password of the database: hunter2');
    }),
  ],
});
const signed = signedFetch(secret, 'elves');

const url = await app.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => app.close());

const post = (
  body: string | undefined,
  headers: Record<string, string> = { 'content-type': 'application/json' },
) => signed(`${url}/toys`, { method: 'POST', headers, ...(body === undefined ? {} : { body }) });

it('refuses unsigned calls, and signatures of other calls', async () => {
  const now = new Date();
  const other = signCall({ secret, service: 'elves', method: 'GET', path: '/toys/2', now });
  for (const headers of [{}, { 'x-service-auth': 'elves.1.x' }, { 'x-service-auth': other }]) {
    const answer = await fetch(`${url}/toys/1`, { headers });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({ message: 'Unauthorized', code: 'unauthorized' });
  }
});

it('serves a signed call, with its client and request id', async () => {
  const headers = { 'x-client-id': 'client-1', 'x-request-id': 'request-0001' };
  const answer = await signed(`${url}/toys/1?name=doll`, { headers });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ id: 1, name: 'doll', client: 'client-1', requestId: 'request-0001' });
});

it('uses the caller as client if none is given, and creates a request id', async () => {
  const answer = await signed(`${url}/toys/1`, { headers: { 'x-request-id': 'a b' } });
  expect(await answer.json()).toEqual({
    id: 1,
    name: 'bear',
    client: 'elves',
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

it('calls another service under the id of the request that it serves', async () => {
  const answer = await withLogFields({ requestId: 'request-0002' }, () => signed(`${url}/toys/1`));
  expect(await answer.json()).toMatchObject({ requestId: 'request-0002' });
});

it('waits for another service as long as the call says, or the client for all its calls', async () => {
  const silent = await startStandIn(() => {});
  const hasty = signedFetch(secret, 'elves', 50);
  await expect(hasty(silent.url)).rejects.toMatchObject({ name: 'TimeoutError' });
  const signal = AbortSignal.timeout(200);
  await expect(hasty(silent.url, { signal })).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(signal.aborted).toBe(true);
  await silent.stop();
});

it('responds 404 for an invalid path parameter, and for an unknown path', async () => {
  for (const path of ['/toys/0', '/toys/ten', '/toys/10', '/nothing']) {
    const answer = await signed(url + path);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({ message: 'Not found', code: 'not_found' });
  }
});

it("answers 400 with the contract's text and the field", async () => {
  const answer = await signed(`${url}/toys/1?name=teddybear`);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({
    message: 'This name is too long',
    code: 'invalid_input',
    field: 'name',
  });
  expect(await (await post('{}')).json()).toMatchObject({ message: 'A toy needs a name' });
});

it.each([
  ['malformed JSON', '{', 'application/json', 400, 'invalid_input'],
  ['an empty body', '', 'application/json', 400, 'invalid_input'],
  ['another media type', 'name=x', 'application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
  [
    'too much',
    JSON.stringify({ name: 'x'.repeat(BODY_LIMIT_BYTES) }),
    'application/json',
    413,
    'payload_too_large',
  ],
])('answers %s with a body of its own', async (_what, body, type, status, code) => {
  const answer = await post(body, { 'content-type': type });
  expect(answer.status).toBe(status);
  expect(await answer.json()).toEqual({ message: expect.any(String), code });
});

it("sends the endpoint's first status, or the one that the handler chose", async () => {
  expect((await post('{"name":"now"}')).status).toBe(201);
  const later = await post('{"name":"later"}');
  expect(later.status).toBe(202);
  expect(later.headers.get('x-toy')).toBe('yes');
});

it('states in a header when to retry', async () => {
  const answer = await signed(`${url}/toys/limit`, { method: 'DELETE' });
  expect(answer.status).toBe(429);
  expect(answer.headers.get('retry-after')).toBe('7');
  expect(await answer.json()).toEqual({ message: 'Slow down.', code: 'too_many_requests', retryAfter: 7 });
});

it('does not expose the text of a fault', async () => {
  const answer = await signed(`${url}/toys/fault`, { method: 'DELETE' });
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain('hunter2');
});

it('reports liveness and readiness without a signature', async () => {
  expect(await (await fetch(`${url}/health/live`)).json()).toEqual({ status: 'ok', checks: {} });
  const answer = await fetch(`${url}/health/ready`);
  expect(answer.status).toBe(503);
  expect(await answer.json()).toEqual({
    status: 'unavailable',
    checks: { sledge: 'ok', reindeer: 'failed', weather: 'degraded', stars: 'ok' },
  });
  ready = false;
  expect(await (await fetch(`${url}/health/ready`)).json()).toMatchObject({ checks: { sledge: 'failed' } });
});

it('closes connections of slow clients', () => {
  expect(app.server.headersTimeout).toBe(15_000);
  expect(app.server.requestTimeout).toBe(60_000);
});

it('carries out no write whose caller disconnected while the process was suspended', async () => {
  const auth = signCall({ secret, service: 'elves', method: 'POST', path: '/toys', now: new Date() });
  const { hostname, port } = new URL(url);
  const body = JSON.stringify({ name: 'abandoned' });
  const head = `POST /toys HTTP/1.1\r\nHost: a\r\nX-Service-Auth: ${auth}\r\nContent-Type: application/json\r\n`;
  const request = `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
  const leave = `for (let n = 0; n < 20; n += 1) {
    const socket = require('node:net').connect(${port}, '${hostname}');
    socket.write(${JSON.stringify(request)}, () => socket.destroy());
  }`;
  const before = made.length;
  // `spawnSync` blocks this process until the other one has ended, like a process that was suspended.
  expect(spawnSync(process.execPath, ['-e', leave], { stdio: 'inherit' }).status).toBe(0);
  const connections = () =>
    new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)));
  await expect.poll(connections).toBe(0);
  expect((await post(JSON.stringify({ name: 'sledge' }))).status).toBe(201);
  expect(made.slice(before)).toEqual(['sledge']);
});

it('stops although a browser has preconnected', async () => {
  const app = buildServiceApp({ ...parts, routes: [], checks: {} });
  const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const accepted = once(app.server, 'connection');
  const ahead = connect(Number(url.port), url.hostname);
  await accepted;
  const closed = once(ahead.resume(), 'close');
  await app.close();
  expect(await closed).toEqual([false]);
});

/** One request on a keep-alive connection: its status, and whether the server asks to close the connection. */
async function ask(agent: Agent, url: string): Promise<{ status: number | undefined; closes: boolean }> {
  const sent = request(url, { agent }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return { status: answer.statusCode, closes: answer.headers.connection === 'close' };
}

it('while draining it serves, is not ready, and closes every connection with its next response', async () => {
  const app = buildServiceApp({ ...parts, routes: [], checks: {} });
  const released = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  app.get('/slow', async () => {
    started.resolve();
    await released.promise;
    return {};
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const agent = new Agent({ keepAlive: true });
  expect(await ask(agent, `${url}/health/ready`)).toEqual({ status: 200, closes: false });
  const slow = ask(agent, `${url}/slow`);
  await started.promise;
  app.drain();
  expect(await ask(agent, `${url}/health/ready`)).toEqual({ status: 503, closes: true });
  expect(await ask(agent, `${url}/health/live`)).toEqual({ status: 200, closes: true });
  expect((await ask(agent, `${url}/nothing`)).closes).toBe(true);
  released.resolve();
  expect(await slow).toEqual({ status: 200, closes: true });
  agent.destroy();
  await app.close();
});

const now = new Date('2026-12-24T18:00:00Z');
const call = { secret: 'a'.repeat(32), method: 'POST', path: '/api/verify-burn?x=1', now };
const header = signCall({ ...call, service: 'gateway' });
const later = (ms: number) => new Date(now.getTime() + ms);

it('identifies the caller of a signed call', () => {
  expect(verifyCall({ ...call, header })).toBe('gateway');
  expect(verifyCall({ ...call, header, now: later(59_000) })).toBe('gateway');
});

it.each([
  ['another method', { method: 'GET' }],
  ['another path', { path: '/api/verify-burn' }],
  ['another query', { path: '/api/verify-burn?x=2' }],
  ['another secret', { secret: 'b'.repeat(32) }],
  ['a minute later', { now: later(61_000) }],
  ['from the future', { now: later(-61_000) }],
  ['no header', { header: undefined }],
  ['two headers', { header: [header, header] }],
  ['an empty header', { header: '' }],
  ['another service', { header: header.replace('gateway', 'reports') }],
  ['a later time', { header: header.replace(/\.\d+\./, `.${later(1).getTime()}.`) }],
  ['a cut signature', { header: header.slice(0, -1) }],
  [
    'a changed signature',
    { header: header.slice(0, -5) + (header.at(-5) === 'A' ? 'B' : 'A') + header.slice(-4) },
  ],
])('is worthless with %s', (_what, change) => {
  expect(verifyCall({ ...call, header, ...change })).toBeUndefined();
});

it.each([
  [undefined, 20_000],
  ['', 20_000],
  ['return=minimal', 20_000],
  ['respond-async', 0],
  ['Respond-Async', 0],
  ['return=minimal, respond-async; foo=1', 0],
  [['handling=lenient', 'respond-async'], 0],
  ['respond-async, wait=3', 3_000],
  ['wait="7"', 7_000],
  ['wait=600', 20_000],
  ['wait=-1', 20_000],
  ['wait=soon', 20_000],
])('Prefer: %j waits %d ms of 20,000', (prefer, expected) => {
  expect(preferredWaitMs(prefer, 20_000)).toBe(expected);
});
