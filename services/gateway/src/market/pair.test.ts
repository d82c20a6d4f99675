import { expect, it } from 'vitest';
import { chooseListPair, chooseRivalPair, figuresOf, type Pair, PairsAnswer } from './pair.ts';

const addresses = { rival: 'RIZZ', wrappedSol: 'SOL' };
const pair = (base: string, quote: string, marketCap?: number | null): Pair => ({
  baseToken: { address: base },
  quoteToken: { address: quote },
  ...(marketCap === undefined ? {} : { marketCap }),
});

it.each([
  ['the highest market cap', [pair('LIST', 'SOL', 5), pair('LIST', 'USDC', 9), pair('LIST', 'X', 7)], 1],
  ['the first of equals', [pair('LIST', 'SOL', 9), pair('LIST', 'USDC', 9)], 0],
  ['one with a cap before one without', [pair('LIST', 'SOL'), pair('LIST', 'USDC', 0)], 1],
  ['the first where none has a cap', [pair('LIST', 'SOL', null), pair('LIST', 'USDC')], 0],
])('takes the figures of LIST from %s', (_what, pairs, index) => {
  expect(chooseListPair(pairs)).toBe(pairs[index]);
});

it.each([
  ['itself against wrapped SOL', [pair('X', 'RIZZ', 9), pair('RIZZ', 'USDC', 8), pair('RIZZ', 'SOL', 1)], 2],
  ['itself as the base of any pair', [pair('X', 'SOL', 9), pair('RIZZ', 'USDC', 8), pair('RIZZ', 'X', 9)], 1],
  ['the first pair otherwise', [pair('X', 'RIZZ', 1), pair('Y', 'RIZZ', 9)], 0],
])('takes the figures of the rival from %s', (_what, pairs, index) => {
  expect(chooseRivalPair(pairs, addresses)).toBe(pairs[index]);
});

it('has no figures without pairs', () => {
  expect(figuresOf(chooseListPair([]))).toBeNull();
  expect(figuresOf(chooseRivalPair([], addresses))).toBeNull();
});

it('distinguishes missing from zero', () => {
  expect(figuresOf(pair('LIST', 'SOL'))).toEqual({ marketCap: null, volume24h: null, priceChange24h: null });
  const full = { ...pair('LIST', 'SOL', 0), volume: { h24: 0 }, priceChange: { h24: -0.5 } };
  expect(figuresOf(full)).toEqual({ marketCap: 0, volume24h: 0, priceChange24h: -0.5 });
});

const good = { baseToken: { address: 'a' }, quoteToken: { address: 'b' } };

it.each([
  ['no pairs at all', { schemaVersion: '1.0.0', pairs: null }],
  ['unused fields', { pairs: [{ ...good, url: 'https://x', txns: { m5: {} }, info: null }] }],
  ['empty groups of figures', { pairs: [{ ...good, volume: {}, priceChange: {} }] }],
])('accepts a response with %s', (_what, answer) => {
  expect(PairsAnswer.safeParse(answer).success).toBe(true);
});

it.each([
  ['no list', {}],
  ['a list of something else', { pairs: ['LIST'] }],
  ['a price in words', { pairs: [{ ...good, marketCap: '1000000' }] }],
  ['a negative market cap', { pairs: [{ ...good, marketCap: -1 }] }],
  ['a pair without its tokens', { pairs: [{ marketCap: 1 }] }],
  ['an address that is no text', { pairs: [{ ...good, baseToken: { address: 7 } }] }],
  ['a change that is no number', { pairs: [{ ...good, priceChange: { h24: 'up only' } }] }],
])('refuses a response with %s', (_what, answer) => {
  expect(PairsAnswer.safeParse(answer).success).toBe(false);
});
