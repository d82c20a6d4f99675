import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '@naughty-list/contracts/errors';
import { listReports } from '@naughty-list/contracts/reports';
import { followVerification } from '@naughty-list/contracts/verifications';
import { type EventStreams, openEventStreams } from '@naughty-list/service-kit/event-streams';
import { Answer, type Route, route } from '@naughty-list/service-kit/route';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Gateway, Stage } from './gateway-under-test.ts';

let stage: Stage;
let gateway: Gateway;
let streams: EventStreams;
const stopping = new AbortController();
/** Streams that the service is sending. */
let open = 0;
let headersSeen: Record<string, unknown> = {};

/** `counts` sends a number every 100 ms, `waits` nothing but heartbeats. */
const ids = {
  counts: 'removal_00000000-0000-4000-8000-000000000001',
  waits: 'removal_00000000-0000-4000-8000-000000000002',
  unknown: 'removal_00000000-0000-4000-8000-000000000003',
} as const;

const path = (kind: keyof typeof ids) => `${gateway.url}/api/verifications/${ids[kind]}/events`;

async function* events(id: string, gone: AbortSignal) {
  open += 1;
  try {
    for (let n = 0; n < 5 && !gone.aborted; n++) {
      yield { data: { n } };
      await sleep(id === ids.waits ? 3_600_000 : 100, undefined, { signal: gone }).catch(() => {});
    }
  } finally {
    open -= 1;
  }
}

const reports: Route[] = [
  route(followVerification, async ({ params, clientId, raw, reply }) => {
    headersSeen = raw.headers;
    if (params.id === ids.unknown) throw new ApiError('not_found', 'Not found');
    await streams.send({ reply, clientId }, (gone) => events(params.id, gone));
    return new Answer(200, null);
  }),
  route(listReports, async () => []),
];

beforeAll(async () => {
  stage = await Stage.build();
  streams = openEventStreams({ heartbeatMs: 300, perClient: 300, stopping: stopping.signal });
  gateway = await stage.gateway({
    REPORTS_URL: (await stage.service(reports)).url,
    // Shorter than the streams of these tests.
    UPSTREAM_TIMEOUT_MS: '1000',
  });
});
afterAll(async () => {
  stopping.abort();
  await stage.clear();
});

/** What arrives, piece by piece, with the time of each. */
async function* piecesOf(body: ReadableStream<Uint8Array> | null) {
  const decoder = new TextDecoder();
  if (body) for await (const piece of body) yield { at: Date.now(), text: decoder.decode(piece) };
}

it('events pass one by one, as they are sent, neither gathered nor compressed', async () => {
  const answer = await fetch(path('counts'), { headers: { 'accept-encoding': 'gzip, br' } });
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  expect(answer.headers.get('content-encoding')).toBeNull();
  expect(answer.headers.get('x-accel-buffering')).toBe('no');
  const arrived: number[] = [];
  for await (const { at, text } of piecesOf(answer.body)) {
    for (const _ of text.matchAll(/^data: /gm)) arrived.push(at);
  }
  expect(arrived).toHaveLength(5);
  expect(Number(arrived[4]) - Number(arrived[0])).toBeGreaterThan(200);
});

it('a stream without news lives on past every time limit of a call, by its heartbeats', async () => {
  const leave = new AbortController();
  const answer = await fetch(path('waits'), { signal: leave.signal });
  let heartbeats = 0;
  for await (const { text } of piecesOf(answer.body)) {
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

it('200 streams stand in nobody’s way', async () => {
  const leave = new AbortController();
  await Promise.all(Array.from({ length: 200 }, () => fetch(path('waits'), { signal: leave.signal })));
  expect(open).toBe(200);
  expect((await fetch(`${gateway.url}/api/scammer-reports`)).status).toBe(200);
  leave.abort();
  await expect.poll(() => open).toBe(0);
});

it('where a client left off is passed on, and a refusal comes back', async () => {
  const answer = await fetch(path('unknown'), { headers: { 'last-event-id': 'last' } });
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ code: 'not_found' });
  expect(headersSeen['last-event-id']).toBe('last');
});

it('a gateway that stops does not wait for streams: they end as if there were nothing more', async () => {
  const answer = await fetch(path('waits'));
  const text = answer.text();
  await gateway.stop();
  expect(await text).toMatch(/^retry: /);
});
