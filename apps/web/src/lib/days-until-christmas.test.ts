import { expect, test } from 'vitest';
import { christmasText, daysUntilChristmas } from './days-until-christmas.ts';

test.each([
  [new Date(2026, 10, 20, 23, 59), 35],
  [new Date(2026, 11, 24, 0, 1), 1],
  [new Date(2026, 11, 25, 23, 59), 0],
  [new Date(2026, 11, 26), 364],
  [new Date(2027, 11, 26), 365],
  [new Date(2026, 0, 1), 358],
  [new Date(2026, 2, 28, 12), 272],
])('%s is %i days before Christmas', (now, days) => {
  expect(daysUntilChristmas(now)).toBe(days);
});

test('the text counts in singular, plural and on the day', () => {
  expect([christmasText(35), christmasText(1), christmasText(0)]).toEqual([
    '35 days until Christmas',
    '1 day until Christmas',
    'It is Christmas!',
  ]);
});
