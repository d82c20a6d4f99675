import { describe, expect, it } from 'vitest';
import {
  A,
  aX,
  demand,
  evidenceOf,
  holding,
  M,
  N,
  U,
  uA,
  W,
  wA,
  wX,
} from '../../test/conformance/judge-scenario.ts';
import { INCINERATOR, key, SYSTEM, T22, TOK } from '../../test/conformance/keys.ts';
import {
  burn,
  close,
  handOver,
  mintTo,
  type Operation,
  open,
  transfer,
} from '../../test/conformance/operations.ts';
import {
  accountsOf,
  balancesOf,
  belongsTo,
  holderOf,
  isAbandoned,
  lastHolderOf,
  mintsOf,
  payerOf,
  payersOf,
} from './accounts.ts';
import type { Demand } from './demand.ts';

const noOwners = { ownerBefore: null, ownerAfter: null, openedFor: null };
const token = { mint: M, tokenProgram: TOK };
const evidence = evidenceOf({
  operations: [burn(uA, M, 2n), mintTo(uA, M, 1n), transfer(uA, wA, 1n)],
  accounts: { [uA]: holding(U, N), [wA]: holding(W, 0n) },
});

it('the holder is who had it, else for whom it was opened, else who has it', () => {
  const all = { ownerBefore: 'before', ownerAfter: 'after', openedFor: 'opened' };
  expect(holderOf(all)).toBe('before');
  expect(holderOf({ ...all, ownerBefore: null })).toBe('opened');
  expect(holderOf({ ...noOwners, ownerAfter: 'after' })).toBe('after');
  expect(holderOf(noOwners)).toBeNull();
});

it('the last holder is who has it, else who had it, else for whom it was opened', () => {
  const all = { ownerBefore: 'before', ownerAfter: 'after', openedFor: 'opened' };
  expect(lastHolderOf(all)).toBe('after');
  expect(lastHolderOf({ ...all, ownerAfter: null })).toBe('before');
  expect(lastHolderOf({ ...noOwners, openedFor: 'opened' })).toBe('opened');
});

it.each(['ownerBefore', 'ownerAfter', 'openedFor'])('%s alone makes an account owned or abandoned', (at) => {
  for (const owner of [SYSTEM, INCINERATOR]) expect(isAbandoned({ ...noOwners, [at]: owner })).toBe(true);
  expect(isAbandoned({ ...noOwners, [at]: U })).toBe(false);
  expect(belongsTo({ ...noOwners, [at]: U }, U)).toBe(true);
  expect(belongsTo({ ...noOwners, [at]: W }, U)).toBe(false);
});

it('what was minted of another mint, or under another program, is not of this one', () => {
  expect(mintsOf(evidence, token)).toHaveLength(1);
  expect(mintsOf(evidence, { ...token, mint: key('another mint') })).toEqual([]);
  expect(mintsOf(evidence, { ...token, tokenProgram: T22 })).toEqual([]);
});

it('a balance without a program may be of any, and one with another program is none', () => {
  const nameless = evidence.balances.map((balance) => ({ ...balance, program: null }));
  expect(balancesOf(evidence, token)).toHaveLength(2);
  expect(balancesOf({ ...evidence, balances: nameless }, { ...token, tokenProgram: T22 })).toHaveLength(2);
  expect(balancesOf(evidence, { ...token, tokenProgram: T22 })).toEqual([]);
});

it('accounts of a mint are those of its balances, burns, mints and transfers', () => {
  const none = { ...evidence, balances: [], burns: [], mints: [], transfers: [] };
  expect(accountsOf(none, token)).toEqual(new Set([M]));
  expect(accountsOf({ ...none, balances: evidence.balances }, token)).toEqual(new Set([M, uA, wA]));
  expect(accountsOf({ ...none, burns: evidence.burns }, token)).toEqual(new Set([M, uA]));
  expect(accountsOf({ ...none, mints: evidence.mints }, token)).toEqual(new Set([M, uA]));
  expect(accountsOf({ ...none, transfers: evidence.transfers }, token)).toEqual(new Set([M, uA, wA]));
});

const F = key('who pays the fee');
const [dumped, fresh, other] = [key('dumped'), key('opened here'), key('another account of U')];
const accounts = {
  [uA]: holding(U, N),
  [other]: holding(U, N),
  [aX]: holding(A, N),
  [wA]: holding(W, N),
  [wX]: holding(W, N),
  [dumped]: holding(INCINERATOR, N),
};
const [byU, byA, byW] = [{ authority: U }, { authority: A }, { authority: W }];
const signers = [F, U, A, W];
const evidenceAfter = (operations: Operation[]) => evidenceOf({ operations, accounts, signers });

describe('the payer', () => {
  it.each<[string, Operation[], string]>([
    ['who burned', [burn(uA, M, 1n)], U],
    ['who sent', [transfer(uA, wA, 1n)], U],
    ['who gave more', [burn(uA, M, 5n), transfer(aX, wA, 6n)], A],
    ['who gave more in two parts', [burn(uA, M, 5n), transfer(aX, wA, 6n), transfer(other, wA, 2n)], U],
    ['who gave first, of two that gave the same', [burn(uA, M, 5n), burn(aX, M, 5n)], U],
    ['who gave, not who sent elsewhere', [burn(uA, M, 5n), transfer(aX, uA, 9n)], U],
    ['not the burn wallet', [transfer(wX, wA, 9n), burn(wA, M, 9n), burn(uA, M, 1n)], U],
    ['not whose tokens anyone may burn', [burn(dumped, M, 9n), burn(uA, M, 1n)], U],
    ['the fee payer, if nothing was paid', [transfer(uA, aX, 9n)], F],
    ['the fee payer, if the amount is zero', [burn(uA, M, 0n)], F],
    ['who paid the fee, beside burns of the burn wallet', [burn(wA, M, 9n)], F],
  ])('is %s', (_what, operations, payer) => {
    expect(payerOf(evidenceAfter(operations), demand())).toBe(payer);
  });
  it('is the fee payer if the holder is unknown', () => {
    const burned = evidenceAfter([burn(uA, M, 5n)]);
    const burns = burned.burns.map((one) => ({
      ...one,
      ownerBefore: null,
      ownerAfter: null,
      openedFor: null,
    }));
    expect(payerOf({ ...burned, burns }, demand())).toBe(F);
  });
});

describe('the wallets that could prove that they paid', () => {
  const payers = (operations: Operation[], minimum = 5n, wanted: Partial<Demand> = {}) =>
    payersOf(evidenceAfter(operations), demand(wanted), minimum);

  it.each<[string, Operation[], string[]]>([
    ['who gave the minimum', [burn(uA, M, 5n, byU)], [U]],
    ['not who gave less', [burn(uA, M, 4n, byU)], []],
    ['who gave it in two parts', [burn(uA, M, 4n, byU), transfer(other, wA, 1n, byU)], [U]],
    ['of two that gave the same, the first', [burn(uA, M, 5n, byU), burn(aX, M, 5n, byA)], [U, A]],
    ['who gave most first', [burn(uA, M, 5n, byU), burn(aX, M, 6n, byA)], [A, U]],
    ['who gave most first, also where it comes first', [burn(aX, M, 6n, byA), burn(uA, M, 5n, byU)], [A, U]],
    ['not who sent elsewhere', [transfer(uA, aX, 5n, byU)], []],
    ['not the burn wallet by a burn', [burn(wA, M, 5n, byW)], []],
    ['not the burn wallet by a transfer', [transfer(wX, wA, 5n, byW)], []],
    ['not who burns what anyone may burn', [burn(dumped, M, 5n, byA)], []],
    ['not who sends what anyone may burn', [transfer(dumped, wA, 5n, byA)], []],
    ['who sent to an account that the burn wallet got', [transfer(uA, aX, 5n, byU), handOver(aX, W)], [U]],
    ['not who sent to one that it gave away', [transfer(uA, wX, 5n, byU), handOver(wX, A)], []],
    [
      'who sent to one that was opened for it and closed',
      [open(fresh, M, W), transfer(uA, fresh, 5n, byU), burn(fresh, M, 5n, byW), close(fresh, W)],
      [U],
    ],
    [
      'who sent from an account, though another was given away',
      [transfer(uA, wA, 5n, byA), handOver(aX, F)],
      [A, U],
    ],
    ['not who gave the account away', [transfer(uA, wA, 5n, byA), handOver(uA, F)], [A]],
    ['who closed the account after it', [burn(uA, M, N, byA), close(uA, U)], [A, U]],
  ])('are %s', (_what, operations, wanted) => {
    expect(payers(operations)).toEqual(wanted);
  });
  it('are those that burned alone, where there is no burn wallet', () => {
    const operations = [burn(uA, M, 5n, byU), transfer(aX, wA, 6n, byA), burn(wX, M, 7n, byW)];
    expect(payers(operations, 5n, { burnWallet: null })).toEqual([W, U]);
    expect(payers(operations, 5n, { tokenProgram: T22 })).toEqual([]);
  });
  it('are none that did not sign', () => {
    const burned = evidenceAfter([burn(uA, M, 5n, byA)]);
    expect(payersOf({ ...burned, signers: [F, U] }, demand(), 5n)).toEqual([U]);
    expect(payersOf({ ...burned, signers: [F] }, demand(), 5n)).toEqual([]);
  });
});
