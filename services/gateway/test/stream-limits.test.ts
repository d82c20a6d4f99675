import { setTimeout as sleep } from 'node:timers/promises';
import { followVerification } from '@naughty-list/contracts/verifications';
import { openEventStreams } from '@naughty-list/service-kit/http/event-streams';
import { Answer, route } from '@naughty-list/service-kit/http/route';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { afterAll, expect, it } from 'vitest';
import { Stage } from './gateway-under-test.ts';

const stopping = new AbortController();

const stage = closeAfterAll(await Stage.build());
const streams = openEventStreams({ max: 100, stopping: stopping.signal });
async function* events(gone: AbortSignal) {
  yield { data: {} };
  await sleep(3_600_000, undefined, { signal: gone }).catch(() => {});
}
const { url } = await stage.service([
  route(followVerification, async ({ reply }) => {
    await streams.send({ reply }, events);
    return new Answer(200, null);
  }),
]);
const gateway = await stage.gateway(
  { REPORTS_URL: url, TRUST_PROXY: '1' },
  { constants: { eventStreamsMax: 12, eventStreamsPerClient: 2 } },
);
afterAll(async () => {
  stopping.abort();
});

const leave = new AbortController();
const follow = (from: string) =>
  fetch(`${gateway.url}/api/verifications/removal_00000000-0000-4000-8000-000000000001/events`, {
    headers: { 'x-forwarded-for': from },
    signal: leave.signal,
  });

it('a client and its networks have a limited number of streams, and so has the site', async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 20; n += 1) statuses.push((await follow(`2001:db8:0:${n.toString(16)}::1`)).status);
  expect(statuses).toEqual([...Array(8).fill(200), ...Array(12).fill(429)]);
  const refused = await follow('2001:db8:0:ff::1');
  expect(refused.headers.get('retry-after')).toBe('5');
  expect(await refused.json()).toMatchObject({ code: 'too_many_requests', retryAfter: 5 });
  for (const from of ['203.0.113.1', '203.0.113.1', '198.51.100.1', '198.51.100.2']) {
    expect((await follow(from)).status).toBe(200);
  }
  const full = await follow('192.0.2.1');
  expect([full.status, full.headers.get('retry-after')]).toEqual([503, '5']);
  const { text } = await gateway.context.metrics.read();
  expect(text).toContain('event_streams_open 12');
  expect(text).toContain('event_streams_refused_total{limit="56"} 13');
  expect(text).toContain('event_streams_refused_total{limit="total"} 1');
  leave.abort();
});
