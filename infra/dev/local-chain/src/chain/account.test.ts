import { expect, it } from 'vitest';
import { decimalText, uiTokenAmount } from './account.ts';

it.each([
  [0n, 6, '0'],
  [1n, 6, '0.000001'],
  [1_500_000n, 6, '1.5'],
  [1_000_000n, 6, '1'],
  [25n, 0, '25'],
  [10n, 1, '1'],
  [18_446_744_073_709_551_615n, 9, '18446744073.709551615'],
])('%d base units with %i decimals are %s', (amount, decimals, text) => {
  expect(decimalText(amount, decimals)).toBe(text);
  expect(uiTokenAmount(amount, decimals)).toEqual({
    amount: amount.toString(),
    decimals,
    uiAmount: Number(text),
    uiAmountString: text,
  });
});
