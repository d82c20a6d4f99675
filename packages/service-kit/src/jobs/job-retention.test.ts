import { expect, it } from 'vitest';
import { openJobRetention } from './queues.ts';

const KEEP = { age: 3_600, count: 1_000 };

it('one in so many jobs of a queue keeps a thousand completed ones, beginning with the first', () => {
  const keep = openJobRetention(3, () => 0);
  expect(Array.from({ length: 7 }, () => keep({ queue: 'a' }))).toEqual([
    KEEP,
    false,
    false,
    KEEP,
    false,
    false,
    KEEP,
  ]);
  expect(keep({ queue: 'b' })).toEqual(KEEP);
  expect(keep({ queue: 'large', keepCompleted: 100 })).toEqual({ ...KEEP, count: 100 });
});

it('so does the first job after a minute if few are added', () => {
  let now = 0;
  const keep = openJobRetention(100, () => now);
  keep({ queue: 'a' });
  now = 59_999;
  expect(keep({ queue: 'a' })).toBe(false);
  now = 60_000;
  expect([keep({ queue: 'a' }), keep({ queue: 'a' })]).toEqual([KEEP, false]);
});

it('every job does if removal is free', () => {
  const keep = openJobRetention(1, () => 0);
  expect([keep({ queue: 'a' }), keep({ queue: 'a' })]).toEqual([KEEP, KEEP]);
});
