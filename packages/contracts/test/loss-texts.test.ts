import { expect, it } from 'vitest';
import { exactAmount, lossText, totalText } from '../src/loss-texts.ts';

it.each([
  ['12400000000', 9, '12.4'],
  ['1', 9, '0.000000001'],
  ['9007199254740993', 9, '9,007,199.254740993'],
  ['1000000000000', 6, '1,000,000'],
  ['7', 0, '7'],
  ['0', 6, '0'],
])('%s with %d decimals is %s', (amount, decimals, text) => {
  expect(exactAmount(amount, decimals)).toBe(text);
});

const to = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVF7f';
const sol = { mint: null, decimals: 9, amount: '12400000000' };

it('says what the chain says, and what it does not say', () => {
  expect(lossText({ sent: [{ ...sol, to }], sentAt: '2026-11-03T23:59:00.000Z' })).toBe(
    "The reporter's wallet sent 12.4 SOL to 9xQ…7f on November 3, 2026. The chain doesn't say who owns that address.",
  );
});

it('names USDC, and other tokens by their mint', () => {
  const usdc = { mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', decimals: 6, amount: '250000000' };
  expect(totalText([sol, usdc, { ...sol, mint: to }])).toBe('12.4 SOL, 250 USDC and 12.4 of token 9xQ…7f');
});

it('counts base units of a token with more decimals than any amount has digits, which would fill pages with zeros', () => {
  const odd = { mint: to, decimals: 255, amount: '1' };
  expect(totalText([odd, { ...odd, amount: '18446744073709551615' }])).toBe(
    '1 base unit of token 9xQ…7f and 18,446,744,073,709,551,615 base units of token 9xQ…7f',
  );
  expect(totalText([{ ...odd, decimals: 18 }])).toBe('0.000000000000000001 of token 9xQ…7f');
});
