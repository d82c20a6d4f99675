import { expect, it } from 'vitest';
import { evidenceOf, holding, M, N, U, uA, W, wA } from '../../test/conformance/judge-scenario.ts';
import { INCINERATOR, key, SYSTEM, T22, TOK } from '../../test/conformance/keys.ts';
import { burn, mintTo, transfer } from '../../test/conformance/operations.ts';
import {
  accountsOf,
  balancesOf,
  belongsTo,
  holderOf,
  isAbandoned,
  lastHolderOf,
  mintsOf,
} from './accounts.ts';

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
