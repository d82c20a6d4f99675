import { isDone, type Verification } from '@naughty-list/contracts/verifications';
import type { StreamedEvent } from '@naughty-list/service-kit/http/event-streams';
import { expect, it } from 'vitest';
import { watch } from './watch.ts';

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

it('reads again at each notification, also after a failure, and yields what has changed', async () => {
  const notifications = notificationsUnderTest();
  const reads = [() => pending, () => Promise.reject(new Error('away')), () => done];
  const read = async () => (reads.shift() ?? expect.fail('it reads once more'))();
  const { signal: gone } = new AbortController();
  const stream = dataOf(watch(notifications, pending, { read, isFinal: isDone, gone }));
  for (const left of [2, 1]) {
    await expect.poll(() => [notifications.waits(), reads.length]).toEqual([1, left]);
    notifications.notify();
  }
  expect(await stream).toEqual([pending, done]);
});

it('ends when its client has left', async () => {
  const notifications = notificationsUnderTest();
  const leaving = new AbortController();
  const read = async () => pending;
  const stream = dataOf(watch(notifications, pending, { read, isFinal: isDone, gone: leaving.signal }));
  await expect.poll(notifications.waits).toBe(1);
  leaving.abort();
  expect(await stream).toEqual([pending]);
  await expect.poll(notifications.waits).toBe(0);
});

it('sends a decided verification once, without watching it', async () => {
  const { signal: gone } = new AbortController();
  const read = () => expect.fail('it looks');
  const notifications = { waitFor: () => expect.fail('it waits') };
  expect(await dataOf(watch(notifications, done, { read, isFinal: isDone, gone }))).toEqual([done]);
});
