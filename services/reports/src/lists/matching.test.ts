import { expect, it } from 'vitest';
import { choosePlan } from './matching.ts';

const first = { limit: 50, offset: 0 };

it.each([
  ['what is everywhere', { all: 1_000_000, matching: 500_000 }, first, 'from newest'],
  ['everything', { all: 1_000_000, matching: 1_000_000 }, { limit: 1_000, offset: 0 }, 'from newest'],
  ['what is rare', { all: 1_000_000, matching: 50 }, first, 'gather'],
  ['what is middling', { all: 1_000_000, matching: 5_000 }, first, 'gather'],
  ['the last page', { all: 1_000_000, matching: 500_000 }, { limit: 50, offset: 499_950 }, 'from oldest'],
  ['the middle', { all: 1_000_000, matching: 300_000 }, { limit: 50, offset: 150_000 }, 'gather'],
  [
    'the middle of all',
    { all: 1_000_000, matching: 1_000_000 },
    { limit: 50, offset: 400_000 },
    'from newest',
  ],
  ['behind the end', { all: 1_000_000, matching: 500_000 }, { limit: 50, offset: 600_000 }, 'from oldest'],
  ['what may be in old rows alone', { all: 1_000_000, matching: 20_000 }, first, 'gather'],
  ['the same in a small table', { all: 30_000, matching: 20_000 }, first, 'from newest'],
  ['nothing', { all: 1_000_000, matching: 0 }, first, 'gather'],
  ['something in an empty table', { all: 0, matching: 0 }, first, 'from newest'],
])('chooses a scan strategy for %s', (_what, rows, asked, plan) => {
  expect(choosePlan(rows, asked)).toBe(plan);
});
