import { withFee } from '@naughty-list/contracts/tokens';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseSources, chooseSourcesWithFee, type Holding, totalHeld } from '../src/build-payment.ts';
import { readTransferFee } from '../src/transfer-fee.ts';

/** No maximum. */
const MOST = String(2n ** 64n - 1n);
const holding = (address: string, amount: bigint): Holding => ({ address, amount, tokenProgram: 'T' });

test('the largest account pays alone if it can; otherwise others contribute', () => {
  const holdings = [holding('small', 3n), holding('large', 10n), holding('middle', 5n)];
  expect(chooseSources(holdings, 10n)).toEqual([holding('large', 10n)]);
  expect(chooseSources(holdings, 4n)).toEqual([holding('large', 4n)]);
  expect(chooseSources(holdings, 12n)).toEqual([holding('large', 10n), holding('middle', 2n)]);
  expect(chooseSources(holdings, 18n)).toHaveLength(3);
  expect(chooseSources(holdings, 19n)).toBeUndefined();
  expect(chooseSources([], 1n)).toBeUndefined();
});

test('takes exactly the amount, and never more than an account holds', () => {
  const amounts = fc.array(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), { maxLength: 8 });
  fc.assert(
    fc.property(amounts, fc.bigInt({ min: 1n, max: 2n ** 65n }), (held, amount) => {
      const holdings = held.map((has, index) => holding(String(index), has));
      const sources = chooseSources(holdings, amount);
      if (!sources) return totalHeld(holdings) < amount;
      const within = sources.every(({ address, amount: taken }) => {
        const has = held[Number(address)] ?? 0n;
        return taken > 0n && taken <= has;
      });
      return within && totalHeld(sources) === amount;
    }),
  );
});

test('a fee is paid for each transfer, and one that takes everything asks for more than there is', () => {
  const holdings = [holding('one', 10n), holding('two', 10n)];
  const capped = chooseSourcesWithFee(holdings, 12n, { basisPoints: 5_000, maximum: '2' });
  expect(capped).toEqual({ sources: [holding('one', 10n), holding('two', 6n)], fees: 4n });
  const all = { basisPoints: 10_000, maximum: MOST };
  expect(chooseSourcesWithFee(holdings, 5n, all).sources).toBeUndefined();
});

test.each([
  { fee: { basisPoints: 100, maximum: MOST }, amount: 100_000_001n, sent: 101_010_103n },
  { fee: { basisPoints: 5_000, maximum: '7' }, amount: 100_000_001n, sent: 100_000_008n },
  { fee: { basisPoints: 10_000, maximum: '7' }, amount: 5n, sent: 12n },
  { fee: { basisPoints: 0, maximum: '7' }, amount: 5n, sent: 5n },
  { fee: undefined, amount: 5n, sent: 5n },
])('sends $sent with the fee of $fee, so that $amount arrives', ({ fee, amount, sent }) => {
  expect(withFee(amount, fee)).toBe(sent);
});

test('what is sent with the fee is what a wallet takes from one account: one unit less is too little', () => {
  const amounts = fc.bigInt({ min: 1n, max: 2n ** 50n });
  const fees = fc.record({ basisPoints: fc.nat(9_900), maximum: amounts.map(String) });
  fc.assert(
    fc.property(amounts, fees, (amount, fee) => {
      const sent = withFee(amount, fee);
      const taken = (held: bigint) => chooseSourcesWithFee([holding('one', held)], amount, fee).sources;
      expect(taken(sent)).toEqual([holding('one', sent)]);
      expect(taken(sent - 1n)).toBeUndefined();
    }),
  );
});

test('a mint without extensions, or with none that this reads, has no fee; a newer one waits for its epoch', () => {
  expect(readTransferFee(new Uint8Array(82), 1)).toBeUndefined();
  const data = new Uint8Array(166 + 4 + 8 + 4 + 108);
  const view = new DataView(data.buffer);
  view.setUint16(166, 3, true);
  view.setUint16(168, 8, true);
  view.setUint16(178, 1, true);
  view.setUint16(180, 108, true);
  const [older, newer] = [182 + 72, 182 + 90];
  view.setBigUint64(newer, 7n, true);
  view.setUint16(older + 16, 100, true);
  view.setUint16(newer + 16, 200, true);
  expect([6, 7].map((epoch) => readTransferFee(data, epoch)?.basisPoints)).toEqual([100, 200]);
});
