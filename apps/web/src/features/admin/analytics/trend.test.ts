import { expect, test } from 'vitest';
import { weeklyTrend } from './trend.ts';

const days = (...visits: number[]) => visits.map((count) => ({ date: '2026-11-01', visits: count }));
const week = (visits: number) => Array.from({ length: 7 }, () => visits);

test.each([
  [[...week(100), ...week(0), ...week(5)], true, '100%', 35, 0],
  [[...week(0), ...week(0)], true, '100%', 0, 0],
  [[...week(9), ...week(10), ...week(15)], true, '50.0%', 105, 70],
  [[...week(10), ...week(5)], false, '50.0%', 35, 70],
  [[...week(3), ...week(2)], false, '33.3%', 14, 21],
  [[...week(4), ...week(4)], true, '0.0%', 28, 28],
  [week(8), true, '100%', 56, 0],
])('%j', (visits, isUp, percent, latest, prior) => {
  expect(weeklyTrend(days(...visits))).toEqual({ isUp, percent, latest, prior });
});
