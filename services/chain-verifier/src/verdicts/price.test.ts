import { describe, expect, it } from 'vitest';
import type { Demand, Price } from './demand.ts';
import { minimumOf } from './price.ts';

const demand: Demand = {
  mint: 'mint',
  tokenProgram: 'program',
  decimals: 6,
  minimum: 7n,
  burnWallet: null,
  reference: 'LISTBURN007',
  referencePrefixes: ['LISTBURN'],
  unbound: 'reject',
  notBefore: 0,
};
const at = (notBefore: number, prices: Price[], blockTime: number | null) =>
  minimumOf({ ...demand, notBefore, prices }, blockTime);
const only = (lowest: bigint) => ({ lowest, highest: lowest });

const DAY = 86_400;
const rise = [
  { since: 0, minimum: 10n },
  { since: 10 * DAY, minimum: 20n },
];
const fall = [
  { since: 0, minimum: 20n },
  { since: 10 * DAY, minimum: 10n },
];

describe('the minimum of a payment', () => {
  it('is the requested amount if no price is known', () => {
    expect(at(0, [], 5)).toEqual(only(7n));
    expect(minimumOf(demand, 5)).toEqual(only(7n));
  });

  it.each([
    ['a burn before a rise', rise, 5, 6, 10n],
    ['a burn after a rise, of what could be seen before', rise, 5, 20, 10n],
    ['a burn after a rise, of what began after it', rise, 11, 20, 20n],
    ['a burn before a fall', fall, 5, 6, 20n],
    ['a burn after a fall', fall, 5, 11, 10n],
    ['what began after a fall', fall, 11, 12, 10n],
    ['a block before the beginning', rise, 20, 11, 20n],
    ['a block before a rise and the beginning', rise, 11, 5, 10n],
  ])('%s', (_name, prices, seen, block, wanted) => {
    expect(at(seen * DAY, prices, block * DAY)).toEqual(only(wanted));
  });

  it('counts the lowest of several, also one that came and went between', () => {
    const dip = [...rise, { since: 20 * DAY, minimum: 5n }, { since: 21 * DAY, minimum: 30n }];
    expect(at(11 * DAY, dip, 40 * DAY)).toEqual(only(5n));
    expect(at(22 * DAY, dip, 40 * DAY)).toEqual(only(30n));
    expect(at(22 * DAY, dip.toReversed(), 40 * DAY)).toEqual(only(30n));
  });

  it('is a minute wider at both ends, since clocks differ', () => {
    expect(at(10 * DAY + 59, rise, 20 * DAY)).toEqual(only(10n));
    expect(at(10 * DAY + 60, rise, 20 * DAY)).toEqual(only(20n));
    expect(at(5 * DAY, fall, 10 * DAY - 60)).toEqual(only(10n));
    expect(at(5 * DAY, fall, 10 * DAY - 61)).toEqual(only(20n));
  });

  it('is open between the lowest and the highest where the block time is not known', () => {
    expect(at(5 * DAY, rise, null)).toEqual({ lowest: 10n, highest: 20n });
    expect(at(11 * DAY, rise, null)).toEqual(only(20n));
  });
});
