import { expect, it } from 'vitest';
import { decimalTokens, formatDecimal, formatWhole, toTokens, wholeTokens } from '../src/tokens.ts';

it.each([
  [1_000_000_000_000n, 6, 1_000_000],
  [1_000_000_500_000n, 6, 1_000_000.5],
  [1n, 6, 0.000001],
  [0n, 6, 0],
  [7n, 0, 7],
  [18_446_744_073_709_551_615n, 9, 18_446_744_073.709553],
])('%d base units at %d decimals are %d tokens', (amount, decimals, tokens) => {
  expect(toTokens(amount, decimals)).toBe(tokens);
});

it('writes amounts exactly, for machines', () => {
  expect(decimalTokens(1_234_567_000_500_000n, 6)).toBe('1234567000.5');
  expect(decimalTokens(750_000n, 0)).toBe('750000');
});

it.each([
  ['1000000.5', '1,000,000.5', '1000001'],
  ['750000', '750,000', '750000'],
])('shows %s as %s, and rounds it up to %s', (tokens, shown, whole) => {
  expect(formatDecimal(tokens)).toBe(shown);
  expect(wholeTokens(tokens)).toBe(whole);
});

it('gives whole numbers separators where English has them', () => {
  const numbers = [0, 7, 999, 1_000, 12_345, 123_456, 1_000_000, 9_007_199_254_740_991, -999, -1_234];
  for (const number of numbers) expect(formatWhole(number)).toBe(number.toLocaleString('en-US'));
  expect(formatWhole(18_446_744_073_709_551_615n)).toBe('18,446,744,073,709,551,615');
});
