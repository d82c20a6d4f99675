import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { createMemoryRateLimits } from './rate-limit-store.ts';

const MINUTE_MS = 60_000;
const clock = { now: () => new Date('2026-12-24T12:00:00Z') };

it('a clock that is set back does not keep a window open for as long', async () => {
  let now = new Date('2026-12-24T12:00:00Z');
  const store = createMemoryRateLimits({ now: () => now });
  await store.add('client', MINUTE_MS);
  expect(await store.add('client', MINUTE_MS)).toEqual({ count: 2, endsInMs: MINUTE_MS });
  now = new Date('2026-12-24T11:00:00Z');
  expect(await store.add('client', MINUTE_MS)).toEqual({ count: 1, endsInMs: MINUTE_MS });
});

it('forgets the oldest windows, one for each that is added beyond the limit', () => {
  const store = createMemoryRateLimits(clock, 100);
  const add = (number: number) => store.add(`client ${number}`, MINUTE_MS).count;
  for (let number = 0; number < 1_000; number += 1) expect(add(number)).toBe(1);
  for (let number = 900; number < 1_000; number += 1) expect(add(number)).toBe(2);
  expect([add(899), add(900), add(902)]).toEqual([1, 1, 3]);
});

it('keeps a window that was opened again longer than those opened before', () => {
  let now = new Date('2026-12-24T12:00:00Z');
  const store = createMemoryRateLimits({ now: () => now }, 2);
  store.add('first', MINUTE_MS);
  store.add('second', 5 * MINUTE_MS);
  now = new Date('2026-12-24T12:02:00Z');
  store.add('first', MINUTE_MS);
  store.add('third', MINUTE_MS);
  expect(store.add('first', MINUTE_MS).count).toBe(2);
  expect(store.add('second', MINUTE_MS).count).toBe(1);
});

it('takes no more memory however often windows are opened again', () => {
  let now = Date.parse('2026-12-24T12:00:00Z');
  const counts = createMemoryRateLimits({ now: () => new Date(now) });
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const heapAfter = (minutes: number) => {
    for (let minute = 0; minute < minutes; minute += 1) {
      now += MINUTE_MS;
      for (let client = 0; client < 5_000; client += 1) counts.add(`client ${client}`, MINUTE_MS);
    }
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = heapAfter(2);
  expect(heapAfter(60) - before).toBeLessThan(5_000_000);
});
