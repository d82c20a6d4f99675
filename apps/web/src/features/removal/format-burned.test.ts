import { expect, test } from 'vitest';
import { formatBurned } from './format-burned.ts';

test.each([
  [1_000_000, '1,000,000'],
  [1_000_000.5, '1,000,000.5'],
  [1e15, '1,000,000,000,000,000'],
  [null, '2,000,000'],
])('%s reads %s', (amount, text) => {
  expect(formatBurned(amount, '2000000')).toBe(text);
});
