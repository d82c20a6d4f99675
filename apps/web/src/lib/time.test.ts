import { expect, test } from 'vitest';
import { christmasText, daysUntilChristmas, relativeTime } from './time.ts';

const now = new Date('2026-12-01T12:00:00Z');
const ago = (seconds: number) => relativeTime(new Date(now.getTime() - seconds * 1000), now);

test.each([
  [-30, 'Just now'],
  [0, 'Just now'],
  [59, 'Just now'],
  [60, '1 minute ago'],
  [119, '1 minute ago'],
  [120, '2 minutes ago'],
  [3_599, '59 minutes ago'],
  [3_600, '1 hour ago'],
  [7_200, '2 hours ago'],
  [86_399, '23 hours ago'],
  [86_400, '1 day ago'],
  [172_800, '2 days ago'],
  [86_400 * 1_234, '1,234 days ago'],
])('%i seconds ago reads %s', (seconds, text) => {
  expect(ago(seconds)).toBe(text);
});

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
