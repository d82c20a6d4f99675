import { expect, it } from 'vitest';
import { openTidying } from './tidying.ts';

const KEEP = { age: 3_600, count: 1_000 };

it('every so many jobs of a queue leave a thousand completed ones, the first among them', () => {
  const keep = openTidying(3, () => 0);
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

it('so does the first after a minute, where few are added', () => {
  let now = 0;
  const keep = openTidying(100, () => now);
  keep({ queue: 'a' });
  now = 59_999;
  expect(keep({ queue: 'a' })).toBe(false);
  now = 60_000;
  expect([keep({ queue: 'a' }), keep({ queue: 'a' })]).toEqual([KEEP, false]);
});

it('each does where that costs nothing', () => {
  const keep = openTidying(1, () => 0);
  expect([keep({ queue: 'a' }), keep({ queue: 'a' })]).toEqual([KEEP, KEEP]);
});
