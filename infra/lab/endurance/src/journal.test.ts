import { expect, it } from 'vitest';
import { ALLOWANCE_MS, excusedShare, openJournal, unexcused } from './journal.ts';

const failure = (from: number, to: number) => ({ what: 'GET /', from, to, reason: '502' });

it('a failure is excused when its call was under way while something was broken, or just had been', () => {
  const windows = [{ name: 'Redis', from: 10_000, to: 20_000 }];
  const before = failure(8_000, 9_999);
  const after = failure(20_001 + ALLOWANCE_MS, 30_000);
  const failures = [before, failure(8_000, 10_000), failure(20_000 + ALLOWANCE_MS, 60_000), after];
  expect(unexcused({ ...openJournal(), failures, windows })).toEqual([before, after]);
});

it('the share of the time in which failures are excused counts no moment twice', () => {
  const windows = [
    { name: 'one', from: 0, to: 10_000 },
    { name: 'another', from: 5_000, to: 20_000 - ALLOWANCE_MS },
  ];
  expect(excusedShare({ ...openJournal(), windows }, 0, 40_000)).toBe(0.5);
});
