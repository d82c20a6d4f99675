import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '@naughty-list/contracts/errors';
import { listReports } from '@naughty-list/contracts/reports';
import { followVerification, LAST_EVENT_ID } from '@naughty-list/contracts/verifications';
import { openEventStreams } from '@naughty-list/service-kit/http/event-streams';
import { Answer, type Route, route } from '@naughty-list/service-kit/http/route';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { afterAll, describe, expect, it } from 'vitest';
import { Stage, statusesOf } from './gateway-under-test.ts';

const stopping = new AbortController();
/** Number of streams that the service is sending. */
let open = 0;

/** `counts` sends each number once the previous one has arrived; `waits` sends only heartbeats. */
const ids = {
  counts: 'removal_00000000-0000-4000-8000-000000000001',
  waits: 'removal_00000000-0000-4000-8000-000000000002',
  unknown: 'removal_00000000-0000-4000-8000-000000000003',
} as const;

/** Number of `counts` events that the client has received. */
let received = 0;

const path = (kind: keyof typeof ids) => `${gateway.url}/api/verifications/${ids[kind]}/events`;

async function* events(id: string, gone: AbortSignal) {
  open += 1;
  try {
    for (let n = 0; n < 5 && !gone.aborted; n++) {
      yield { data: { n } };
      if (id === ids.waits) await sleep(3_600_000, undefined, { signal: gone }).catch(() => {});
      else while (received <= n && !gone.aborted) await sleep(5);
    }
  } finally {
    open -= 1;
  }
}

const reports: Route[] = [
  route(followVerification, async ({ params, raw, reply }) => {
    if (raw.headers['last-event-id'] === LAST_EVENT_ID) return new Answer(204, null);
    if (params.id === ids.unknown) throw new ApiError('not_found', 'Not found');
    await streams.send({ reply }, (gone) => events(params.id, gone));
    return new Answer(200, null);
  }),
  route(listReports, async () => []),
];

const stage = closeAfterAll(await Stage.build());
const streams = openEventStreams({ heartbeatMs: 300, max: 300, stopping: stopping.signal });
// A call's time is shorter than the streams of these tests.
const constants = { upstreamCallTimeoutMs: 1_000, eventStreamsPerClient: 300 };
const gateway = await stage.gateway({ REPORTS_URL: (await stage.service(reports)).url }, { constants });
afterAll(async () => {
  stopping.abort();
});

/** Yields the body chunk by chunk. */
async function* piecesOf(body: ReadableStream<Uint8Array> | null) {
  const decoder = new TextDecoder();
  if (body) for await (const piece of body) yield decoder.decode(piece);
}

it('events pass one by one, as they are sent, neither gathered nor compressed', async () => {
  const answer = await fetch(path('counts'), { headers: { 'accept-encoding': 'gzip, br' } });
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  expect(answer.headers.get('content-encoding')).toBeNull();
  expect(answer.headers.get('x-accel-buffering')).toBe('no');
  // Each event is sent only once the previous one has arrived: buffered events would never come.
  for await (const text of piecesOf(answer.body)) received += [...text.matchAll(/^data: /gm)].length;
  expect(received).toBe(5);
});

it('a stream without news lives on past every time limit of a call, by its heartbeats', async () => {
  const leave = new AbortController();
  const answer = await fetch(path('waits'), { signal: leave.signal });
  let heartbeats = 0;
  for await (const text of piecesOf(answer.body)) {
    heartbeats += [...text.matchAll(/^: /gm)].length;
    if (heartbeats === 15) break;
  }
  expect(heartbeats).toBe(15);
  leave.abort();
});

it('a client that leaves is noticed by the service', async () => {
  await expect.poll(() => open).toBe(0);
  const leave = new AbortController();
  await fetch(path('waits'), { signal: leave.signal });
  expect(open).toBe(1);
  leave.abort();
  await expect.poll(() => open).toBe(0);
});

it('200 streams block no other call', async () => {
  const leave = new AbortController();
  await Promise.all(Array.from({ length: 200 }, () => fetch(path('waits'), { signal: leave.signal })));
  expect(open).toBe(200);
  expect((await fetch(`${gateway.url}/api/scammer-reports`)).status).toBe(200);
  leave.abort();
  await expect.poll(() => open).toBe(0);
});

it('a finished stream is not requested again, and a refusal is returned', async () => {
  expect((await fetch(path('waits'), { headers: { 'last-event-id': 'last' } })).status).toBe(204);
  const answer = await fetch(path('unknown'));
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ code: 'not_found' });
  expect((await fetch(`${gateway.url}/api/verifications/nonsense/events`)).status).toBe(404);
});

it('a HEAD request returns at once, without occupying a stream', async () => {
  for (let asked = 0; asked < 3; asked += 1) {
    const { status, headers } = await fetch(path('waits'), { method: 'HEAD' });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  }
  await expect.poll(() => open).toBe(0);
});

it('a gateway that stops does not wait for streams: they end as if there were nothing more', async () => {
  const answer = await fetch(path('waits'));
  const text = answer.text();
  await gateway.stop();
  expect(await text).toMatch(/^retry: /);
});

describe('the number of streams', async () => {
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
  // Once a response is garbage, its stream ends.
  const kept: Response[] = [];
  const follow = async (from: string) => {
    const answer = await fetch(
      `${gateway.url}/api/verifications/removal_00000000-0000-4000-8000-000000000001/events`,
      { headers: { 'x-forwarded-for': from }, signal: leave.signal },
    );
    kept.push(answer);
    return answer;
  };

  it('a client and its networks have a limited number of streams, and so has the site', async () => {
    const ips = Array.from({ length: 20 }, (_, n) => `2001:db8:0:${n.toString(16)}::1`);
    expect(await statusesOf(ips, follow)).toEqual([...Array(8).fill(200), ...Array(12).fill(429)]);
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
});
