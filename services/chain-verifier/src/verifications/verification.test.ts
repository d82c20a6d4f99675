import { Keypair } from '@solana/web3.js';
import { expect, it } from 'vitest';
import { demand, evidenceOf, holding, M, N, U, uA, wA } from '../../test/conformance/judge-scenario.ts';
import { INCINERATOR } from '../../test/conformance/keys.ts';
import { burn, transfer } from '../../test/conformance/operations.ts';
import { judgePayment } from '../verdicts/judge-payment.ts';
import { isNotFoundDue, sharesOf, type VerificationRecord } from './verification.ts';

const at = (seconds: number) => new Date(seconds * 1_000);

function notFoundDue(times: { received: number; seen?: number; now: number; head: number }): boolean {
  const record = {
    receivedAt: at(times.received),
    seenAt: times.seen === undefined ? null : at(times.seen),
  } as VerificationRecord;
  return isNotFoundDue({ record, now: at(times.now), headTime: times.head, notFoundAfterMs: 180_000 });
}

it('an unknown transaction is not found three minutes after its request, not before', () => {
  expect(notFoundDue({ received: 1_000, now: 1_179, head: 1_165 })).toBe(false);
  expect(notFoundDue({ received: 1_000, now: 1_180, head: 1_166 })).toBe(true);
});

it('a transaction that vanished is not found three minutes after it was last seen', () => {
  expect(notFoundDue({ received: 1_000, seen: 1_100, now: 1_200, head: 1_190 })).toBe(false);
  expect(notFoundDue({ received: 1_000, seen: 1_100, now: 1_280, head: 1_266 })).toBe(true);
});

it('a stalled or lagging provider cannot mark a transaction as not found', () => {
  expect(notFoundDue({ received: 1_000, now: 9_000, head: 1_100 })).toBe(false);
  expect(notFoundDue({ received: 1_000, now: 9_000, head: 1_121 })).toBe(true);
});

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
