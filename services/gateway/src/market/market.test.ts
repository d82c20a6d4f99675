import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  chooseListPair,
  chooseRivalPair,
  figuresOf,
  type Pair,
  PairsAnswer,
  staleIfError,
} from './market.ts';

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

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  // A value from time 0 would never expire.
  vi.advanceTimersByTime(1);
});
afterEach(() => void vi.useRealTimers());

/** A loader whose results the test controls. */
function underTest() {
  const state = { loads: 0, failures: 0 };
  let next: () => Promise<string> = async () => 'first';
  const ask = staleIfError({
    load: () => {
      state.loads += 1;
      return next();
    },
    onFailure: () => {
      state.failures += 1;
    },
    everyMs: 30,
    keepMs: 1_000,
  });
  return {
    state,
    ask,
    answer: (value: string) => {
      next = async () => value;
    },
    fail: () => {
      next = () => Promise.reject(new Error('down'));
    },
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<string>();
      next = () => promise;
      return resolve;
    },
  };
}

it('loads once for concurrent readers', async () => {
  const { ask, state, hold } = underTest();
  const release = hold();
  const askers = Array.from({ length: 1_000 }, () => ask());
  release('figures');
  expect((await Promise.all(askers)).every((answer) => answer?.value === 'figures')).toBe(true);
  expect(state.loads).toBe(1);
});

it('returns the cached value until it expires, then loads again', async () => {
  const { ask, state, answer } = underTest();
  await ask();
  vi.advanceTimersByTime(29);
  expect(await ask()).toEqual({ value: 'first', ageMs: 29 });
  answer('second');
  vi.advanceTimersByTime(2);
  expect(await ask()).toEqual({ value: 'second', ageMs: 0 });
  expect(state.loads).toBe(2);
});

it('returns the last value while loading fails, and retries no more often', async () => {
  const { ask, state, fail, answer } = underTest();
  await ask();
  fail();
  vi.advanceTimersByTime(40);
  expect(await ask()).toEqual({ value: 'first', ageMs: 40 });
  vi.advanceTimersByTime(29);
  expect(await ask()).toEqual({ value: 'first', ageMs: 69 });
  expect(state).toMatchObject({ loads: 2, failures: 1 });
  answer('back');
  vi.advanceTimersByTime(2);
  expect(await ask()).toEqual({ value: 'back', ageMs: 0 });
});

it('returns nothing before the first success, or once the value is too old', async () => {
  const never = underTest();
  never.fail();
  expect(await never.ask()).toBeUndefined();
  expect(await never.ask()).toBeUndefined();
  expect(never.state).toMatchObject({ loads: 1, failures: 1 });

  const old = underTest();
  await old.ask();
  old.fail();
  vi.advanceTimersByTime(1_001);
  expect(await old.ask()).toBeUndefined();
});
