import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getHitCounter } from '@naughty-list/contracts/hit-counter';
import { route } from '@naughty-list/service-kit/http/route';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { expect, it } from 'vitest';
import { call, type Gateway, Stage } from './gateway-under-test.ts';

/** What the slow service waits for instead of the time. */
let held: Promise<void> | undefined;
const CLIENTS = 5;
/** More than the system buffers for a client that does not read. */
const LARGE_BYTES = 32 * 1024 * 1024;
const WRITE_TIMEOUT_MS = 300;
const GET_LARGE = 'GET /large.bin HTTP/1.1\r\nHost: a\r\n\r\n';

const stage = closeAfterAll(await Stage.build());
writeFileSync(join(stage.webRoot, 'large.bin'), Buffer.alloc(LARGE_BYTES));
const slow = route(getHitCounter, async () => {
  await (held ?? sleep(3 * WRITE_TIMEOUT_MS));
  return { hitCount: 7 };
});
const settings = {
  ANALYTICS_URL: (await stage.service([slow])).url,
  CONNECTIONS_PER_CLIENT: String(CLIENTS),
};
const hasty = await stage.gateway(settings, { constants: { writeTimeoutMs: WRITE_TIMEOUT_MS } });
/** Closes no slow connection while a test runs. */
const patient = await stage.gateway(settings, { constants: { writeTimeoutMs: 600_000 } });
const behindProxy = await stage.gateway({ ...settings, TRUST_PROXY: '1' });

const connections = ({ app }: Gateway) =>
  new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)));

it('refuses connections of a client beyond their number', async () => {
  for (let n = 0; n < CLIENTS; n += 1) await stage.connect(patient.url, GET_LARGE);
  await expect.poll(() => connections(patient)).toBe(CLIENTS);
  const refused = await call(patient.url, '/api/hit-counter').catch(() => undefined);
  if (refused)
    expect(refused).toMatchObject({ status: 429, json: { code: 'too_many_requests', retryAfter: 5 } });
});

it('refuses calls of an IPv6 network beyond the number of four or ten clients', async () => {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  held = promise;
  const statuses: number[] = [];
  const pending: Promise<unknown>[] = [];
  const askFrom = (address: string) => {
    const asked = call(behindProxy.url, '/api/hit-counter', { headers: { 'x-forwarded-for': address } });
    pending.push(asked.then(({ status }) => statuses.push(status)));
  };
  for (let n = 0; n < 4 * CLIENTS + 2; n += 1) askFrom(`2001:db8:1:${n.toString(16)}::1`);
  await expect.poll(() => statuses).toEqual([429, 429]);
  for (let n = 1; n <= 6 * CLIENTS + 3; n += 1) askFrom(`2001:db8:1:${n.toString(16)}00::1`);
  await expect.poll(() => statuses).toEqual(Array(5).fill(429));
  for (const address of ['2001:db8:2::1', '203.0.113.1']) askFrom(address);
  release();
  await Promise.all(pending);
  held = undefined;
  expect(statuses.filter((status) => status !== 200)).toHaveLength(5);
  // All places are free again.
  askFrom('2001:db8:1::1');
  await pending.at(-1);
  expect(statuses.at(-1)).toBe(200);
});

it('lets clients go that read nothing', async () => {
  let accepted = 0;
  hasty.app.server.on('connection', () => {
    accepted += 1;
  });
  for (let n = 0; n < CLIENTS; n += 1) await stage.connect(hasty.url, GET_LARGE);
  await expect.poll(() => accepted).toBe(CLIENTS);
  await expect.poll(() => connections(hasty)).toBe(0);
});

it('waits for an answer that takes longer to make', async () => {
  const answer = async () => (await call(hasty.url, '/api/hit-counter')).json;
  // The clients above count until their sockets are fully closed.
  await expect.poll(answer).toEqual({ hitCount: 7 });
});

it('refuses a request that names two hosts', async () => {
  const socket = await stage.connect(
    hasty.url,
    'GET /api/hit-counter HTTP/1.1\r\nHost: a\r\nhost: b\r\nConnection: close\r\n\r\n',
  );
  let text = '';
  for await (const piece of socket) text += piece;
  expect(text).toMatch(/^HTTP\/1\.1 400 /);
});
