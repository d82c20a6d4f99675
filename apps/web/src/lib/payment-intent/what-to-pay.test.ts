import { expect, it } from 'vitest';
import { missingTokens } from './what-to-pay.ts';

it.each([
  ['1000000', '1000000'],
  ['400000.5', '400001'],
  ['0.000001', '1'],
])('of %s missing, a wallet is asked for %s', (missing, asked) => {
  expect(missingTokens({ missing })).toBe(asked);
});
