import { formatWhole } from '@naughty-list/contracts/whole-number';
import { expect, test } from 'vitest';

test('whole numbers have separators where English has them', () => {
  const numbers = [0, 7, 999, 1_000, 12_345, 123_456, 1_000_000, 9_007_199_254_740_991, -999, -1_234];
  for (const number of numbers) expect(formatWhole(number)).toBe(number.toLocaleString('en-US'));
  expect(formatWhole(18_446_744_073_709_551_615n)).toBe('18,446,744,073,709,551,615');
});
