import { expect, test } from 'vitest';
import { weeklyTrend } from './charts.tsx';

const days = (...visits: number[]) => visits.map((count) => ({ date: '2026-11-01', visits: count }));
const week = (visits: number) => Array.from({ length: 7 }, () => visits);

test.each([
  [[...week(100), ...week(0), ...week(5)], 'up', '100%', 35, 0],
  [[...week(0), ...week(0)], 'none', '0%', 0, 0],
  [[...week(9), ...week(10), ...week(15)], 'up', '50.0%', 105, 70],
  [[...week(10), ...week(5)], 'down', '50.0%', 35, 70],
  [[...week(3), ...week(2)], 'down', '33.3%', 14, 21],
  [[...week(4), ...week(4)], 'none', '0%', 28, 28],
  [week(8), 'up', '100%', 56, 0],
])('%j', (visits, direction, percent, latest, prior) => {
  expect(weeklyTrend(days(...visits))).toEqual({ direction, percent, latest, prior });
});
