import { describe, expect, it } from 'vitest';
import type { Demand } from '../../src/verdicts/demand.ts';
import { judgePayment } from '../../src/verdicts/judge-payment.ts';
import { type Account, BLOCK_TIME } from './build-transaction.ts';
import { A, aX, demand, evidenceOf, holding, M, N, U, uA, W, wA, X } from './judge-scenario.ts';
import { key, T22, TOK } from './keys.ts';
import { burn, call, memo, type Operation, transfer } from './operations.ts';

const F = key('who pays the fee');
const accounts: Record<string, Account> = {
  [uA]: holding(U, 5n * N),
  [aX]: holding(A, 5n * N),
  [wA]: holding(W, 0n),
};
const byU = { authority: U };
const byA = { authority: A };

type Paid = { operations: Operation[]; signers?: string[]; accounts?: Record<string, Account> };

/** The `binding` or code, and the wallets that could prove it. */
function judged(paid: Paid, wanted: Partial<Demand> = {}) {
  const scenario = { accounts, signers: [U], ...paid };
  const verdict = judgePayment(evidenceOf(scenario), demand({ unbound: 'prove', ...wanted }));
  if (verdict.outcome === 'accepted') return verdict.boundBy;
  return verdict.outcome === 'rejected' && verdict.payers ? [verdict.code, ...verdict.payers] : verdict.code;
}

const payersOf = (paid: Paid) => judged(paid);
const REQUIRED = 'proof_required';

describe('a payment without a reference', () => {
  const ownBurn = { operations: [burn(uA, M, N, byU)] };
  it('counts for the claim that its payer signed, and for no other', () => {
    expect(judged(ownBurn, { provenWallet: U })).toBe('wallet');
    expect(judged(ownBurn)).toEqual([REQUIRED, U]);
    expect(judged(ownBurn, { provenWallet: A })).toEqual(['proof_mismatch', U]);
  });
  it('counts so where first come is served, too, and not where every payment must name its reference', () => {
    expect(judged(ownBurn, { unbound: 'accept', provenWallet: U })).toBe('wallet');
    expect(judged(ownBurn, { unbound: 'accept', provenWallet: A })).toBe('nothing');
    expect(judged(ownBurn, { unbound: 'reject', provenWallet: U })).toBe('memo_missing');
  });
  it('is at most a minute older than what it pays for, since clocks differ', () => {
    const wanted = { provenWallet: U, notBefore: BLOCK_TIME + 60, boundToleranceS: 3_600 };
    expect(judged(ownBurn, wanted)).toBe('wallet');
    expect(judged(ownBurn, { ...wanted, notBefore: BLOCK_TIME + 61 })).toBe('outside_window');
  });
  it('may carry any text, a key or the number of another report, as its payer signs what it is for', () => {
    const saying = (text: string) =>
      judged({ operations: [memo(text), burn(uA, M, N, byU)] }, { provenWallet: U });
    expect(saying('Monthly community burn #7')).toBe('wallet');
    expect(saying('INV 1')).toBe('wallet');
    expect(saying('thanks for LISTBURN008!')).toBe('wallet');
    expect(saying('inv-2')).toBe('wallet');
    expect(judged({ operations: [memo('INV-1'), burn(uA, M, N)] }, { provenWallet: A })).toBe('memo');
  });
  it('may be as old as the installation, where its wallet has what it pays for', () => {
    const wanted = { provenWallet: U, notBefore: BLOCK_TIME + 1_000_000 };
    const from = (provenNotBefore: number, rest = {}) =>
      judged(ownBurn, { ...wanted, provenNotBefore, ...rest });
    expect(from(BLOCK_TIME)).toBe('wallet');
    expect(from(BLOCK_TIME + 1)).toBe('outside_window');
    expect(from(BLOCK_TIME, { usesKnownSince: BLOCK_TIME + 1 })).toBe('before_restore');
    expect(from(BLOCK_TIME, { provenWallet: A, unbound: 'accept' })).toBe('outside_window');
    // A later `provenNotBefore` has no effect: `notBefore` applies.
    expect(from(BLOCK_TIME + 1, { notBefore: BLOCK_TIME })).toBe('wallet');
  });
  it('is the payer’s where it carries another one’s reference key', () => {
    const extra = [key("another visitor's key")];
    for (const operation of [
      transfer(uA, wA, N, { mint: M, extra, ...byU }),
      call(X, transfer(uA, wA, N, { mint: M, extra, ...byU })),
      burn(uA, M, N, { extra, ...byU }),
    ]) {
      expect(judged({ operations: [operation] }, { provenWallet: U })).toBe('wallet');
      expect(judged({ operations: [operation] }, { provenWallet: A })).toEqual(['proof_mismatch', U]);
    }
  });
});

describe('who can prove that it paid', () => {
  it('the owner of what was burned or sent, not who paid the fee', () => {
    expect(payersOf({ operations: [burn(uA, M, N, byU)], signers: [F, U] })).toEqual([REQUIRED, U]);
    expect(payersOf({ operations: [transfer(uA, wA, N, byU)], signers: [F, U] })).toEqual([REQUIRED, U]);
    expect(payersOf({ operations: [call(X, burn(uA, M, N, byU))], signers: [F, U] })).toEqual([REQUIRED, U]);
  });
  it('none of several that gave a part', () => {
    const operations = [burn(uA, M, N / 2n, byU), burn(aX, M, N / 2n, byA)];
    expect(payersOf({ operations, signers: [U, A] })).toEqual([REQUIRED]);
    expect(judged({ operations, signers: [U, A] }, { provenWallet: U })).toEqual(['proof_mismatch']);
  });
  it('at the price of the time', () => {
    const prices = [{ since: 0, minimum: N / 4n }];
    expect(judged({ operations: [burn(uA, M, N / 2n, byU)] }, { prices, provenWallet: U })).toBe('wallet');
  });
  it('a delegate, or a permanent one, that signed; the owner only where it signed too', () => {
    expect(payersOf({ operations: [burn(uA, M, N, byA)], signers: [A] })).toEqual([REQUIRED, A]);
    expect(payersOf({ operations: [burn(uA, M, N, byA)], signers: [A, U] })).toEqual([REQUIRED, A, U]);
  });
  it('not the members of a multisig, and not the key that its account was once made with', () => {
    const operations = [burn(uA, M, N, { authority: U, extra: [A, F] })];
    expect(payersOf({ operations, signers: [A, F] })).toEqual([REQUIRED]);
  });
  it('not a vault of a program, nor who had it pay', () => {
    const operations = [call(X, transfer(uA, wA, N, byU))];
    expect(payersOf({ operations, signers: [A] })).toEqual([REQUIRED]);
  });
  it('not who burned another mint, or the mint under another program', () => {
    const other = { ...accounts, [aX]: { ...holding(A, 5n * N), mint: key('another mint') } };
    const operations = [burn(uA, M, N, byU), burn(aX, key('another mint'), N, byA)];
    expect(payersOf({ operations, accounts: other, signers: [U, A] })).toEqual([REQUIRED, U]);
  });
  it('in Token-2022 as in the classic program', () => {
    const program = T22;
    const held = { [uA]: holding(U, 5n * N, { program }), [wA]: holding(W, 0n, { program }) };
    const extra = [key("another visitor's key")];
    const paid = { operations: [transfer(uA, wA, N, { mint: M, program, extra, ...byU })], accounts: held };
    expect(judged(paid, { tokenProgram: T22, provenWallet: U })).toBe('wallet');
    expect(judged(paid, { tokenProgram: T22 })).toEqual([REQUIRED, U]);
    expect(judged(paid, { tokenProgram: TOK, provenWallet: U })).toMatch(/^no_/);
  });
});
