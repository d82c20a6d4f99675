import type { Verification } from '@naughty-list/contracts/verifications';
import { signedFetch } from '@naughty-list/service-kit/http/signed-fetch';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { expect, it } from 'vitest';
import { openRemovals } from './removals.ts';
import { SECRET } from './running-service.ts';
import { accepted } from './verdicts.ts';

const signed = signedFetch(SECRET, 'gateway');

const removals = closeAfterAll(await openRemovals());

const follow = (id: string, headers: Record<string, string> = {}, signal?: AbortSignal) =>
  signed(`${removals.service.baseUrl}/api/verifications/${id}/events`, {
    headers,
    ...(signal ? { signal } : {}),
  });

/** The data of every event up to the end of the stream. */
const eventsIn = (text: string): Verification[] =>
  [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(String(data)));

it('shows a claim as it is, and its end, and then ends', async () => {
  const { id } = await removals.pendingClaim();
  const answer = await follow(id);
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  const text = answer.text();
  await removals.verifier.sendVerdict(accepted({ id, round: 0 }));
  const events = eventsIn(await text);
  expect(events.map(({ stage, outcome }) => [stage, outcome])).toEqual([
    ['received', 'pending'],
    ['done', 'accepted'],
  ]);
  expect(await text).toMatch(/\nid: last\ndata: \{[^\n]*\}\n\n$/);
});

it('a claim that is decided is one event; asked again after the last one there is nothing more', async () => {
  const { id } = await removals.pendingClaim();
  await removals.refuse(id, 'tx_failed', 'It failed.');
  const again = await follow(id);
  expect(eventsIn(await again.text())).toMatchObject([{ outcome: 'rejected', message: 'It failed.' }]);
  expect((await follow(id, { 'last-event-id': 'last' })).status).toBe(204);
});

it('a HEAD request for a stream returns at once, without occupying one', async () => {
  const { id } = await removals.pendingClaim();
  const path = `${removals.service.baseUrl}/api/verifications/${id}/events`;
  for (let asked = 0; asked < 11; asked += 1) {
    const { status, headers } = await signed(path, { method: 'HEAD', headers: { 'x-client-id': 'hasty' } });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  }
});

it('exposes no other verification', async () => {
  for (const id of ['removal_00000000-0000-4000-8000-000000000000', 'nonsense'])
    expect((await follow(id)).status).toBe(404);
});

it('shows a claim to many at once, and leaves limits per client to the gateway', async () => {
  const { id } = await removals.pendingClaim();
  const from = { 'x-client-id': 'curious' };
  const open = await Promise.all(Array.from({ length: 100 }, () => follow(id, from)));
  expect(open.map(({ status }) => status)).toEqual(Array(100).fill(200));
  const texts = open.map((answer) => answer.text());
  await removals.verifier.sendVerdict(accepted({ id, round: 0 }));
  for (const text of await Promise.all(texts)) {
    expect(eventsIn(text).map(({ outcome }) => outcome)).toEqual(['pending', 'accepted']);
  }
});
