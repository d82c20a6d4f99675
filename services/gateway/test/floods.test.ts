import { gzipSync } from 'node:zlib';
import { getHitCounter } from '@naughty-list/contracts/hit-counter';
import { submitReport } from '@naughty-list/contracts/reports';
import { BODY_LIMIT_BYTES } from '@naughty-list/service-kit/http/http';
import { route } from '@naughty-list/service-kit/http/route';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { expect, it } from 'vitest';
import { call, Stage } from './gateway-under-test.ts';

// Slow clients, and bodies that are too large, too deep or compressed: each is refused without affecting other clients.

const stage = closeAfterAll(await Stage.build());
const { url } = await stage.service([
  route(getHitCounter, async () => ({ hitCount: 1 })),
  route(submitReport, async () => JSON.parse('{"id":1}')),
]);
const gateway = await stage.gateway({
  REPORTS_URL: url,
  ANALYTICS_URL: url,
  RATE_LIMIT_WRITES_PER_MINUTE: '1000',
  CHALLENGE_AFTER_WRITES_PER_HOUR: '0',
});
/** Sends the start of a request and then stalls. */
const stall = (text: string) => stage.connect(gateway.url, text);

it('serves others while 400 clients never finish their requests', async () => {
  const post = `POST /api/scammer-reports HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"user`;
  for (let times = 0; times < 200; times += 1) {
    await Promise.all([stall('GET / HTTP/1.1\r\nHost: a\r\nX-Slow: '), stall(post)]);
  }
  expect((await call(gateway.url, '/api/hit-counter')).json).toEqual({ hitCount: 1 });
  // Node closes stalled connections after these times.
  expect(gateway.app.server).toMatchObject({ headersTimeout: 15_000, requestTimeout: 60_000 });
});

const headers = { 'content-type': 'application/json' };
const send = (body: string, more: Record<string, string> = {}) =>
  call(gateway.url, '/api/scammer-reports', { method: 'POST', headers: { ...headers, ...more }, body });

it.each([
  ['arrays in arrays', '['.repeat(30_000) + ']'.repeat(30_000), 400],
  ['objects in objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 400],
  ['arrays without end', '['.repeat(60_000), 400],
  ['the largest body, of nothing but one letter', `"${'<'.repeat(BODY_LIMIT_BYTES - 2)}"`, 400],
  ['one byte more', `"${'<'.repeat(BODY_LIMIT_BYTES - 1)}"`, 413],
  ['ten megabytes', 'x'.repeat(10 * 1024 * 1024), 413],
])('refuses %s', async (_what, body, status) => {
  // A client that keeps sending after the refusal may find the connection closed.
  const answer = await send(body).catch((error: NodeJS.ErrnoException) => error.code);
  if (typeof answer === 'object') expect(answer.status).toBe(status);
  else expect([answer, status]).toEqual([expect.stringMatching(/EPIPE|ECONNRESET/), 413]);
});

it.each(['gzip', 'deflate', 'br', 'gzip, gzip'])('unpacks nothing that comes as %s', async (encoding) => {
  const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024, 0x20)).toString('latin1');
  expect((await send(bomb, { 'content-encoding': encoding })).status).toBe(400);
});
