import { expect, it } from 'vitest';
import { distanceText, multiplier, projectedValue } from './projection.ts';

const cap = (marketCap: number | null) => ({ marketCap });

it.each([
  [cap(100_000), cap(4_200_000), 42],
  [cap(4), cap(2), 0.5],
])('divides the rival by the product', (list, rival, times) => {
  expect(multiplier(list, rival)).toBe(times);
});

it.each([
  [undefined, cap(1)],
  [cap(1), undefined],
  [null, null],
  [cap(null), cap(1)],
  [cap(1), cap(null)],
  [cap(0), cap(1)],
  [cap(1), cap(0)],
])('has no multiplier for %s and %s', (list, rival) => {
  expect(multiplier(list, rival)).toBeUndefined();
});

it.each([
  [42, 42],
  [41.5, 42],
  [1.49, 1],
  [0.2, 0],
])('shows a multiple of %s as a whole number', (times, whole) => {
  expect(distanceText(times)).toBe(`LIST is a ${whole}x away from Rizzmas. Let's close the gap!`);
});

it.each([
  ['1', 42, '$42.00'],
  ['0.5', 3, '$1.50'],
  ['10', 99.9999, '$1000.00'],
  ['10', 100, '$1.00K'],
  ['1e3', 2, '$2.00K'],
  ['25', 42_000, '$1.05M'],
  ['1000000', 1, '$1.00M'],
  ['999999', 1, '$1000.00K'],
])('projects %s dollars at %s times to %s', (typed, times, text) => {
  expect(projectedValue(typed, times)).toBe(text);
});

it.each(['', ' ', '0', '-1', '-0', 'abc', 'NaN', 'Infinity', '1e999', '.'])('shows $0 for "%s"', (typed) => {
  expect(projectedValue(typed, 42)).toBe('$0');
});

it('shows $0 without comparison data', () => {
  expect(projectedValue('100', undefined)).toBe('$0');
});
