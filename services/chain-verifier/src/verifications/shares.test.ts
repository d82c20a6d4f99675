import { Keypair } from '@solana/web3.js';
import { expect, it } from 'vitest';
import { demand, evidenceOf, holding, M, N, U, uA, wA } from '../../test/conformance/judge-scenario.ts';
import { INCINERATOR } from '../../test/conformance/keys.ts';
import { burn, transfer } from '../../test/conformance/operations.ts';
import { judgePayment } from '../verdicts/judge-payment.ts';
import { sharesOf } from './verification.ts';

const wallet = Keypair.generate().publicKey.toBase58();

it.each([
  ['a wallet with a key: sent', wallet, { burned: N, credited: N }],
  ['the incinerator: burned, too', INCINERATOR, { burned: 2n * N, credited: 0n }],
])('a burn beside a transfer to %s', (_what, burnWallet, shares) => {
  const accounts = { [uA]: holding(U, 2n * N), [wA]: holding(burnWallet, 0n) };
  const evidence = evidenceOf({ operations: [burn(uA, M, N), transfer(uA, wA, N, { mint: M })], accounts });
  const asked = demand({ burnWallet, minimum: 2n * N, unbound: 'accept' });
  const verdict = judgePayment(evidence, asked);
  if (verdict.outcome !== 'accepted') throw new Error(`${verdict.code}`);
  expect(verdict.amount).toBe(2n * N);
  expect(sharesOf(verdict, asked)).toEqual(shares);
});

it('without a burn wallet, only burns count', () => {
  expect(sharesOf({ burned: 1n, credited: 0n }, { burnWallet: null })).toEqual({ burned: 1n, credited: 0n });
});
