import { expect, it } from 'vitest';
import { ageText, changeTone, formatChange, formatDollars } from './figures.ts';

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
