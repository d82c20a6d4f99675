import { expect, it } from 'vitest';
import { evidenceOf, holding, M, N, U, uA, W, wA } from '../../test/conformance/judge-scenario.ts';
import { T22 } from '../../test/conformance/keys.ts';
import { burn, harvest, type Operation, transfer } from '../../test/conformance/operations.ts';
import { hasPaid } from './check-payment.ts';

const token = { mint: M, tokenProgram: T22, burnWallet: W };
const accounts = { [uA]: { ...holding(U, N), program: T22 }, [wA]: { ...holding(W, 7n), program: T22 } };
const paid = (operations: Operation[], amount: bigint) =>
  hasPaid(evidenceOf({ operations, accounts }), token, amount);

it('compares what was burned and credited with what was accepted', () => {
  const operations = [burn(uA, M, 2n, { program: T22 }), transfer(uA, wA, 3n, { program: T22 })];
  expect([paid(operations, 5n), paid(operations, 4n)]).toEqual([true, false]);
});

it('finds nothing where the amount cannot be determined', () => {
  const fee = transfer(uA, wA, 50n, { program: T22, withheld: 5n });
  expect(() => paid([burn(uA, M, 1n, { program: T22 }), fee, harvest(M, wA, 5n)], 1n)).toThrow(
    'amount_undetermined',
  );
});
