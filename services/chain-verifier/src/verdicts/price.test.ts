import { describe, expect, it } from 'vitest';
import { type Demand, minimumOf, type Price } from './demand.ts';

const demand: Demand = {
  ruleSet: 2,
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
const at = (prices: Price[], blockTime: number | null) => minimumOf({ ...demand, prices }, blockTime);
const byFirstRules = (notBefore: number, prices: Price[], blockTime: number | null) =>
  minimumOf({ ...demand, ruleSet: 1, notBefore, prices }, blockTime);
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
    expect(at([], 5)).toEqual(only(7n));
    expect(minimumOf(demand, 5)).toEqual(only(7n));
  });

  it.each([
    ['before a rise', rise, 10 * DAY - 61, 10n],
    ['of the day after a rise', rise, 11 * DAY - 1, 10n],
    ['later than a day after a rise', rise, 11 * DAY, 20n],
    ['before a fall', fall, 10 * DAY - 61, 20n],
    ['a minute before a fall, since clocks differ', fall, 10 * DAY - 60, 10n],
    ['after a fall', fall, 10 * DAY, 10n],
  ])('a burn %s', (_name, prices, block, wanted) => {
    expect(at(prices, block)).toEqual(only(wanted));
    expect(minimumOf({ ...demand, prices, notBefore: block - 5 * DAY }, block)).toEqual(only(wanted));
  });

  it('of a day’s cut ends a day after it, however old what is paid for is', () => {
    const cut = [...rise, { since: 20 * DAY, minimum: 5n }, { since: 21 * DAY, minimum: 30n }];
    expect(at(cut, 22 * DAY - 1)).toEqual(only(5n));
    expect(at(cut, 22 * DAY)).toEqual(only(30n));
    expect(at(cut.toReversed(), 22 * DAY)).toEqual(only(30n));
  });

  it('is open between the lowest and the highest where the block time is not known', () => {
    expect(at(rise, null)).toEqual({ lowest: 10n, highest: 20n });
  });
});

describe('the minimum by the first rule set, for receipts of that time', () => {
  it.each([
    ['a burn before a rise', rise, 5, 6, 10n],
    ['a burn after a rise, of what could be seen before', rise, 5, 20, 10n],
    ['a burn after a rise, of what began after it', rise, 11, 20, 20n],
    ['a burn before a fall', fall, 5, 6, 20n],
    ['a burn after a fall', fall, 5, 11, 10n],
    ['a block before a rise and the beginning', rise, 11, 5, 10n],
  ])('%s', (_name, prices, seen, block, wanted) => {
    expect(byFirstRules(seen * DAY, prices, block * DAY)).toEqual(only(wanted));
  });

  it('is a minute wider at both ends, and open where the block time is not known', () => {
    expect(byFirstRules(10 * DAY + 59, rise, 20 * DAY)).toEqual(only(10n));
    expect(byFirstRules(10 * DAY + 60, rise, 20 * DAY)).toEqual(only(20n));
    expect(byFirstRules(5 * DAY, fall, 10 * DAY - 60)).toEqual(only(10n));
    expect(byFirstRules(5 * DAY, fall, 10 * DAY - 61)).toEqual(only(20n));
    expect(byFirstRules(11 * DAY, rise, null)).toEqual(only(20n));
  });
});
