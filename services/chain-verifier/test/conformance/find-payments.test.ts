import { expect, it } from 'vitest';
import { findPayments, type Owner } from '../../src/watch/find-payments.ts';
import { evidenceOf, holding, M, N, U, uA, W } from './judge-scenario.ts';
import { TOK } from './keys.ts';
import { burn, memo } from './operations.ts';

const owners: Owner[] = [{ queue: 'reports', prefix: 'LISTBURN', byKey: false }];
const terms = {
  tokens: [
    { mint: { address: M, tokenProgram: TOK, decimals: 6, cluster: 'localnet' }, burnWallet: W, since: 0 },
  ],
  prices: [{ queue: 'reports' as const, mint: M, tokens: '1000000', since: 0 }],
};

const found = (...texts: string[]) => {
  const operations = [...texts.map((text) => memo(text)), burn(uA, M, N, { authority: U })];
  const evidence = evidenceOf({ operations, accounts: { [uA]: holding(U, N) }, signers: [U] });
  return findPayments(evidence, { ...terms, owners }).payments;
};

it.each(['LISTBURN007', ' LISTBURN007\n', 'listburn007', '\tListBurn007 '])(
  'finds the reference in %j',
  (text) => {
    expect(found(text)).toEqual([{ queue: 'reports', reference: 'LISTBURN007' }]);
  },
);

it.each(['LISTBURN 007', 'for LISTBURN007', 'LISTBURN', 'gm', ''])('leaves %j to its payer', (text) => {
  expect(found(text)).toEqual([]);
});

it('leaves what names two references alone', () => {
  expect(found('LISTBURN007', 'listburn008')).toEqual([]);
});
