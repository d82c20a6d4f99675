import { expect, test } from 'vitest';
import { silencedText } from './silenced-text.ts';

test.each([
  [1_000_000, undefined, ' 1,000,000 LIST tokens burned.'],
  [1_000_000.5, 0, ' 1,000,000.5 LIST tokens burned.'],
  [1e15, 1e15, ' 1,000,000,000,000,000 LIST tokens sent to the project’s wallet.'],
  [1_000_000, 600_000, ' 400,000 LIST tokens burned, 600,000 LIST tokens sent to the project’s wallet.'],
  [null, undefined, ''],
])('%s, of it %s sent, reads%s', (amountBurned, amountSent, text) => {
  expect(silencedText({ amountBurned, amountSent })).toBe(`Santa has been silenced!${text}`);
});
