import { isDone, type Verification } from '@naughty-list/contracts/verifications';
import type { StreamedEvent } from '@naughty-list/service-kit/http/event-streams';
import { expect, it } from 'vitest';
import { openWatchers } from './watch.ts';

const pending: Verification = {
  id: 'look_00000000-0000-4000-8000-000000000001',
  signature: '1'.repeat(64) as Verification['signature'],
  stage: 'received',
  outcome: 'pending',
  code: null,
  message: null,
  amountBurned: null,
  rules: [],
  slot: null,
};
const done: Verification = { ...pending, stage: 'done', outcome: 'accepted' };
const STREAMS = 1_000;

/** Notifies on demand, and counts pending waits. */
function notificationsUnderTest() {
  const polls = new Set<() => void>();
  const waitFor = async <T>(
    _key: string,
    look: () => Promise<T | undefined>,
    _timeoutMs: number,
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<T | undefined> => {
    for (;;) {
      const seen = await look();
      if (seen !== undefined || signal?.aborted) return seen;
      await new Promise<void>((wake) => {
        polls.add(wake);
        signal?.addEventListener('abort', () => wake(), { once: true });
      }).finally(() => polls.clear());
    }
  };
  return { waitFor, notify: () => [...polls].map((wake) => wake()), waits: () => polls.size };
}

async function dataOf(events: AsyncIterable<StreamedEvent>): Promise<unknown[]> {
  const shown: unknown[] = [];
  for await (const { data } of events) shown.push(data);
  return shown;
}

it('reads once per change, however many streams show it', async () => {
  const notifications = notificationsUnderTest();
  const watchers = openWatchers<Verification>(notifications, isDone);
  let now = pending;
  let polls = 0;
  const read = async () => {
    polls += 1;
    return now;
  };
  const { signal: gone } = new AbortController();
  const streams = Array.from({ length: STREAMS }, () => dataOf(watchers.watch(pending, { read, gone })));
  await expect.poll(notifications.waits).toBe(1);
  expect([polls, watchers.current(pending.id)]).toEqual([1, pending]);
  now = done;
  notifications.notify();
  for (const shown of await Promise.all(streams)) expect(shown).toEqual([pending, done]);
  expect([polls, watchers.current(pending.id)]).toEqual([2, undefined]);
});

it('continues while a stream is open, and ends with the last one', async () => {
  const notifications = notificationsUnderTest();
  const watchers = openWatchers<Verification>(notifications, isDone);
  const read = async () => pending;
  const leave = [new AbortController(), new AbortController()];
  const streams = leave.map(({ signal: gone }) => dataOf(watchers.watch(pending, { read, gone })));
  await expect.poll(notifications.waits).toBe(1);
  leave[0]?.abort();
  expect(await streams[0]).toEqual([pending]);
  expect(notifications.waits()).toBe(1);
  leave[1]?.abort();
  expect(await streams[1]).toEqual([pending]);
  await expect.poll(notifications.waits).toBe(0);
  expect(watchers.current(pending.id)).toBeUndefined();
});

it('sends a decided verification once, without watching it', async () => {
  const watchers = openWatchers<Verification>({ waitFor: () => expect.fail('it waits') }, isDone);
  const { signal: gone } = new AbortController();
  const read = () => expect.fail('it looks');
  expect(await dataOf(watchers.watch(done, { read, gone }))).toEqual([done]);
});
