import { expect, it } from 'vitest';
import { changeTone, formatChange, formatDollars } from './format-figures.ts';

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
