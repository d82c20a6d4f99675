import { expect, test } from 'vitest';
import { axisTicks, barPercent, labelled } from './axis.ts';

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [100, [0, 50, 100]],
  [1234, [0, 500, 1000, 1500]],
  [2_000_000, [0, 500_000, 1_000_000, 1_500_000, 2_000_000]],
])('the axis up to %i', (max, ticks) => {
  expect(axisTicks(max)).toEqual(ticks);
});

test('the axis covers every value with few round steps', () => {
  for (let max = 1; max < 5_000_000; max = Math.ceil(max * 1.37)) {
    const ticks = axisTicks(max);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(max);
    expect(ticks.length).toBeLessThanOrEqual(6);
  }
});

test('shows as many labels as fit, including the last', () => {
  const shown = (count: number, space: number) =>
    Array.from({ length: count }, (_, index) => index).filter(labelled(count, space, 60));
  expect(shown(7, 700)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(shown(7, 210)).toEqual([0, 2, 4, 6]);
  expect(shown(3, 10)).toEqual([2]);
});

test.each([
  [0, 0, 0],
  [0, 50, 0],
  [1, 50, 10],
  [25, 50, 50],
  [50, 50, 100],
])('%i of %i visits is a bar of %i percent', (visits, max, percent) => {
  expect(barPercent(visits, max)).toBe(percent);
});
