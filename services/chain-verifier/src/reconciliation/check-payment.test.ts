import { expect, it } from 'vitest';
import { evidenceOf, holding, M, N, U, uA, W, wA } from '../../test/conformance/judge-scenario.ts';
import { T22 } from '../../test/conformance/keys.ts';
import { burn, harvest, type Operation, raw, transfer } from '../../test/conformance/operations.ts';
import { countPaid, hasPaid } from './check-payment.ts';

const token = { mint: M, tokenProgram: T22, burnWallet: W };
const accounts = { [uA]: { ...holding(U, N), program: T22 }, [wA]: { ...holding(W, 7n), program: T22 } };
const paid = (operations: Operation[], amount: bigint) =>
  hasPaid(evidenceOf({ operations, accounts }), token, amount);

it('compares what was burned and credited with what was accepted', () => {
  const operations = [burn(uA, M, 2n, { program: T22 }), transfer(uA, wA, 3n, { program: T22 })];
  expect([paid(operations, 5n), paid(operations, 4n)]).toEqual([true, false]);
});

it('counts nothing of a transaction that cannot be read in full', () => {
  const operations = [burn(uA, M, 2n, { program: T22 }), raw(T22, [uA, M, U], [200])];
  const counted = countPaid(evidenceOf({ operations, accounts }), token);
  const finding = { outcome: 'unknown', code: 'undecodable_token_instruction' };
  expect(counted).toMatchObject({ burned: 0n, credited: 0n, finding });
  expect(() => paid(operations, 2n)).toThrow('undecodable_token_instruction');
});

it('finds nothing where the amount cannot be determined', () => {
  const fee = transfer(uA, wA, 50n, { program: T22, withheld: 5n });
  expect(() => paid([burn(uA, M, 1n, { program: T22 }), fee, harvest(M, wA, 5n)], 1n)).toThrow(
    'amount_undetermined',
  );
});
