import { expect, it } from 'vitest';
import {
  ageText,
  changeTone,
  distanceText,
  formatChange,
  formatDollars,
  multiplier,
  projectedValue,
} from './figures.ts';

it.each([0, 30, 60])('says nothing about figures that are %s seconds old', (seconds) => {
  expect(ageText(seconds)).toBeUndefined();
});

it.each([
  [61, '1 minute'],
  [89, '1 minute'],
  [300, '5 minutes'],
  [7_140, '119 minutes'],
  [7_200, '2 hours'],
  [86_400, '24 hours'],
])('says how old figures of %s seconds are', (seconds, age) => {
  expect(ageText(seconds)).toBe(`The market isn't answering. These figures are ${age} old.`);
});

it.each([
  [null, 'N/A'],
  [undefined, 'N/A'],
  [0, '$0.00'],
  [0.004, '$0.00'],
  [999.99, '$999.99'],
  [999.999, '$1000.00'],
  [1_000, '$1.00K'],
  [125_000, '$125.00K'],
  [999_994, '$999.99K'],
  [1_000_000, '$1.00M'],
  [5_250_000, '$5.25M'],
  [999_999_999, '$1000.00M'],
  [1_000_000_000, '$1.00B'],
  [1_234_567_890_123, '$1234.57B'],
])('shows %s dollars as %s', (value, text) => {
  expect(formatDollars(value)).toBe(text);
});

it.each([
  [null, 'N/A', 'none'],
  [undefined, 'N/A', 'none'],
  [0, '+0.00%', 'up'],
  [2.345, '+2.35%', 'up'],
  [1_204.5, '+1204.50%', 'up'],
  [-0.001, '-0.00%', 'down'],
  [-3.2, '-3.20%', 'down'],
  [-100, '-100.00%', 'down'],
])('shows a change of %s as %s, going %s', (percent, text, tone) => {
  expect(formatChange(percent)).toBe(text);
  expect(changeTone(percent)).toBe(tone);
});

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
