import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { defineEndpoint } from '@naughty-list/contracts/endpoint';
import { type Database, databaseFault, openDatabase } from '@naughty-list/service-kit/database/database';
import { buildServiceApp } from '@naughty-list/service-kit/http/http';
import { route } from '@naughty-list/service-kit/http/route';
import { signedFetch } from '@naughty-list/service-kit/http/signed-fetch';
import { systemClock } from '@naughty-list/service-kit/lifecycle/clock';
import { describeConnectionError } from '@naughty-list/service-kit/telemetry/faults';
import { createLog } from '@naughty-list/service-kit/telemetry/log';
import { openMetrics } from '@naughty-list/service-kit/telemetry/metrics';
import { createTestDatabase, type TestDatabase } from '@naughty-list/test-kit/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

const secret = 's'.repeat(32);
const ask = defineEndpoint({
  method: 'POST',
  path: '/statements',
  summary: 'Run a statement',
  access: 'service',
  body: z.object({ statement: z.string() }),
  answers: { 200: z.object({ done: z.boolean() }) },
  errors: ['service_unavailable'],
});

let database: TestDatabase;
let db: Database;
let url: string;
const metrics = openMetrics();
const app = buildServiceApp({
  log: createLog('toys', 'silent'),
  clock: systemClock,
  secret,
  metrics,
  checks: {},
  routes: [
    route(ask, async ({ body }) => {
      await db.raw(body.statement);
      return { done: true };
    }),
  ],
});

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, schema: 'public' });
  await db.raw('create table toys (name text)');
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app.close();
  await db.destroy();
  await database.drop();
});

async function run(statement: string) {
  const answer = await signedFetch(secret, 'elves')(`${url}/statements`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ statement }),
  });
  return {
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    body: await answer.json(),
  };
}

const raise = (code: string) => `do $$ begin raise exception 'No.' using errcode = '${code}'; end $$`;
const INSERT = "insert into toys values ('train')";

it.each([
  ['read_only', 'may only be read', `begin; set transaction read only; ${INSERT}`],
  ['full', 'has no room on its disk', raise('53100')],
  ['full', 'has no memory', raise('53200')],
  ['busy', 'has no connection left', raise('53300')],
  ['away', 'ends the connection', 'select pg_terminate_backend(pg_backend_pid())'],
  ['away', 'is starting', raise('57P03')],
])('%s: a database that %s is a short break, with a time to come again', async (reason, _name, statement) => {
  expect(await run(statement)).toEqual({
    status: 503,
    retryAfter: '5',
    body: {
      code: 'service_unavailable',
      message: 'This part of the site is taking a short break. Please try again in a moment.',
      retryAfter: 5,
    },
  });
  expect((await metrics.read()).text).toMatch(
    new RegExp(`^database_refusals_total{reason="${reason}"} [1-9]$`, 'm'),
  );
  // The next call succeeds; the terminated connection is replaced.
  await expect.poll(async () => (await run('rollback')).status).toBe(200);
  expect((await run(INSERT)).status).toBe(200);
});

it.each(['select pg_sleep(60)', 'select 1'])(
  'a connection lost during a statement means an unavailable database: %s',
  async (statement) => {
    const { hostname, port } = new URL(database.url);
    const open = new Set<Socket>();
    const between = createServer((client) => {
      const server = connect(Number(port), hostname);
      for (const socket of [client, server]) open.add(socket.on('error', () => undefined));
      client.pipe(server).pipe(client);
      // The statement arrives in one of the last chunks and is left unanswered.
      client.on('data', (piece) => {
        if (String(piece).includes(statement)) for (const socket of open) socket.destroy();
      });
    }).listen(0, '127.0.0.1');
    await once(between, 'listening');
    const url = new URL(database.url);
    url.host = `127.0.0.1:${(between.address() as AddressInfo).port}`;
    const broken = openDatabase({ url: url.href, schema: 'public' });
    const error = await broken.raw(statement).catch((thrown: unknown) => thrown);
    await broken.destroy();
    between.close();
    expect(String(error)).toContain('Connection terminated');
    expect(databaseFault(error)).toBe('away');
  },
);

it('a statement whose text mentions a lost connection does not', () => {
  const error = new Error("insert into toys values ('x - Connection terminated') - toys are out");
  expect(databaseFault(error)).toBeUndefined();
});

it('an unresolvable host name means an unavailable database', async () => {
  const lost = openDatabase({ url: 'postgres://santa@db.naughty-list.invalid/toys', schema: 'public' });
  const error = await lost.raw('select 1').catch((thrown: unknown) => thrown);
  await lost.destroy();
  expect(databaseFault(error)).toBe('away');
});

it.each([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])('an invalid certificate means an unavailable database: %s', (code) => {
  const error = Object.assign(new Error('No.'), { code });
  expect(databaseFault(error)).toBe('away');
  expect(describeConnectionError(error)).toBe(`its certificate is not accepted (${code})`);
});

it.each(['select nothing from nowhere', raise('23505'), raise('XX000')])(
  'a faulty statement does not: %s',
  async (statement) => {
    expect(await run(statement)).toMatchObject({ status: 500, retryAfter: null });
  },
);
