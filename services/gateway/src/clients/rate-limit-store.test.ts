import { expect, it } from 'vitest';
import { createMemoryRateLimits } from './rate-limit-store.ts';

const MINUTE_MS = 60_000;
const clock = { now: () => new Date('2026-12-24T12:00:00Z') };
const budget = (key: string, max = 1_000) => ({ key, max, windowMs: MINUTE_MS });

it('a clock that is set back does not keep a window open for as long', () => {
  let now = new Date('2026-12-24T12:00:00Z');
  const store = createMemoryRateLimits({ now: () => now });
  store.take([budget('client')]);
  expect(store.take([budget('client')])).toEqual({ isFull: false, count: 2, endsInMs: MINUTE_MS });
  now = new Date('2026-12-24T11:00:00Z');
  expect(store.take([budget('client')])).toEqual({ isFull: false, count: 1, endsInMs: MINUTE_MS });
});

it('refused calls of a network open no window, so they push out no others', () => {
  const store = createMemoryRateLimits(clock, 100);
  const others = Array.from({ length: 50 }, (_, n) => budget(`other ${n}`));
  for (const other of others) store.take([other]);
  for (let n = 0; n < 102_000; n += 1) {
    const { isFull } = store.take([budget(`client ${n}`), budget('network', 40)]);
    expect(isFull).toBe(n >= 40);
  }
  for (const other of others) expect(store.take([other]).count).toBe(2);
});

it('forgets the least recently used windows when full', () => {
  const store = createMemoryRateLimits(clock, 100);
  const add = (number: number) => store.take([budget(`client ${number}`)]).count;
  for (let number = 0; number < 1_000; number += 1) expect(add(number)).toBe(1);
  for (let number = 900; number < 1_000; number += 1) expect(add(number)).toBe(2);
  expect([add(899), add(901), add(900)]).toEqual([1, 3, 1]);
});
