import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseSources, type Holding, totalHeld } from '../src/build-payment.ts';

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
