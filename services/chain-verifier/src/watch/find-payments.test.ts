import { describe, expect, it } from 'vitest';
import { evidenceOf, holding, M, N, U, uA, W, wA } from '../../test/conformance/judge-scenario.ts';
import { key, TOK } from '../../test/conformance/keys.ts';
import { burn, memo, type Operation, raw, transfer } from '../../test/conformance/operations.ts';
import { findPayments, type Owner } from './find-payments.ts';

const reports: Owner = { queue: 'reports', prefix: 'LISTBURN', byKey: false };
const membership: Owner = { queue: 'membership', prefix: 'LISTCHAT-', byKey: true };
const accounts = { [uA]: holding(U, 50n * N), [wA]: holding(W, 0n) };
const mint = { address: M, tokenProgram: TOK, decimals: 6, cluster: 'localnet' };
const price = (queue: Owner['queue']) => ({ queue, mint: M, tokens: '1000000', since: 0 });
const terms = {
  tokens: [{ mint, burnWallet: W, since: 0 }],
  prices: [price('reports'), price('membership')],
};

function found(operations: Operation[], owners: readonly Owner[] = [reports, membership], signers = [U]) {
  const evidence = evidenceOf({ operations, accounts, signers });
  return findPayments(evidence, { ...terms, owners });
}
const references = (operations: Operation[], owners?: readonly Owner[], signers?: string[]) =>
  found(operations, owners, signers).payments.map(({ queue, reference }) => `${queue} ${reference}`);
const keyed = (...extra: string[]) => [transfer(uA, wA, N, { mint: M, extra })];
const keys = (count: number) => Array.from({ length: count }, (_, index) => key(`reference ${index}`));

describe('a reference in a memo', () => {
  it('is found alone, with blanks around it and in any case of its prefix', () => {
    for (const text of ['LISTBURN007', ' listburn007\n', '\tListBurn007 '])
      expect(references([memo(text), burn(uA, M, N)])).toEqual(['reports LISTBURN007']);
    expect(references([memo('listchat-aB_1'), burn(uA, M, N)])).toEqual(['membership LISTCHAT-aB_1']);
  });

  it('is not found within a sentence, without a number, beside another one, with another prefix or too long for a job', () => {
    for (const text of [
      'for LISTBURN007',
      'LISTBURN 007',
      'LISTBURN',
      'OTHER007',
      '',
      `LISTCHAT-${'a'.repeat(56)}`,
    ])
      expect(references([memo(text), burn(uA, M, N)])).toEqual([]);
    expect(references([memo('LISTBURN007'), memo('listburn008'), burn(uA, M, N)])).toEqual([]);
    const longest = `LISTCHAT-${'a'.repeat(55)}`;
    expect(references([memo(longest), burn(uA, M, N)])).toEqual([`membership ${longest}`]);
  });

  it('of earlier and later prefixes that begin alike is found once', () => {
    const earlier = { ...reports, prefix: 'LIST' };
    expect(references([memo('LISTBURN007'), burn(uA, M, N)], [earlier, reports])).toEqual([
      'reports LISTBURN007',
    ]);
  });

  it('in bytes that are not text is ignored', () => {
    expect(references([memo(Buffer.from([255, 254])), burn(uA, M, N)])).toEqual([]);
  });

  it('is found with a part of the price, ignored with dust, and undecided if the judge cannot decide', () => {
    expect(references([memo('LISTBURN007'), burn(uA, M, N / 1_000n)])).toEqual(['reports LISTBURN007']);
    expect(found([memo('LISTBURN007'), burn(uA, M, N / 1_000n - 1n)])).toEqual({
      payments: [],
      undecided: [],
    });
    expect(found([memo('LISTBURN007'), burn(uA, M, N), raw(TOK, [uA], [99])])).toMatchObject({
      payments: [],
      undecided: [{ queue: 'reports', reference: 'LISTBURN007', code: 'undecodable_token_instruction' }],
    });
  });
});

it('a part with memo and key is found for the owner of the memo alone', () => {
  const [one = ''] = keys(1);
  const part = transfer(uA, wA, N / 2n, { mint: M, extra: [one] });
  expect(references([memo(`LISTCHAT-${one}`), part])).toEqual([`membership LISTCHAT-${one}`]);
  expect(references([memo('LISTBURN007'), part])).toEqual(['reports LISTBURN007']);
});

describe('a reference key', () => {
  it('is found behind a transfer and behind a burn, once, for those who use keys', () => {
    const [one = ''] = keys(1);
    expect(references(keyed(one))).toEqual([`membership LISTCHAT-${one}`]);
    expect(references([burn(uA, M, N, { extra: [one] })])).toEqual([`membership LISTCHAT-${one}`]);
    expect(references([...keyed(one), ...keyed(one)])).toEqual([`membership LISTCHAT-${one}`]);
  });

  it('is none where it signs, or is behind a transfer of another mint', () => {
    const [one = ''] = keys(1);
    expect(references(keyed(one), undefined, [U, one])).toEqual([]);
    const [other, from, to] = [key('another mint'), key('other from'), key('other to')];
    const held = {
      ...accounts,
      [from]: holding(U, N, { mint: other }),
      [to]: holding(W, 0n, { mint: other }),
    };
    const operations = [transfer(from, to, N, { mint: other, extra: [one] }), transfer(uA, wA, N)];
    const evidence = evidenceOf({ operations, accounts: held, signers: [U] });
    const findings = findPayments(evidence, { ...terms, owners: [membership] });
    expect(findings).toEqual({ payments: [], undecided: [] });
  });

  it('is searched among at most sixteen keys of a transaction, so that junk stays cheap', () => {
    const wanted = keys(16).map((one) => `membership LISTCHAT-${one}`);
    expect(references(keyed(...keys(16)))).toEqual(wanted);
    expect(references(keyed(...keys(17)))).toEqual(wanted);
  });
});

describe('a demand that was asked for', () => {
  const [one = ''] = keys(1);
  const asked = (rest: object = {}) => {
    const evidence = evidenceOf({ operations: keyed(one), accounts, signers: [U] });
    const known = { subject: 'report:7', reference: 'LISTBURN007', referenceKey: one, burnWallet: null };
    const requested = [{ ...known, ...rest }];
    const owners = [membership, reports];
    return findPayments(evidence, { ...terms, owners, requested }).payments;
  };
  const byKey = { queue: 'membership', reference: `LISTCHAT-${one}` };

  it('is paid for by its key alone', () => {
    expect(asked()).toEqual([byKey, { queue: 'reports', reference: 'LISTBURN007' }]);
  });
  it('is found by an intent’s key for any part of the amount, at the wallet that the intent names', () => {
    const evidence = evidenceOf({ operations: keyed(one), accounts, signers: [U] });
    const prices = [{ ...price('reports'), tokens: '5000000' }];
    const found = (burnWallet: string) => {
      const intent = { subject: 'report:7', reference: 'LISTBURN007', referenceKey: one, burnWallet };
      const tokens = [{ mint, burnWallet: key('the wallet of today'), since: 0 }];
      return findPayments(evidence, { tokens, prices, owners: [reports], requested: [intent] }).payments;
    };
    expect(found(W)).toEqual([{ queue: 'reports', reference: 'LISTBURN007', referenceKey: one, mint: M }]);
    expect(found(key('a third wallet'))).toEqual([]);
    // What came to a wallet that the intent showed before a change.
    const intent = { subject: 'report:7', reference: 'LISTBURN007', referenceKey: one };
    const requested = [{ ...intent, burnWallet: key('the wallet of today') }];
    expect(findPayments(evidence, { ...terms, prices, owners: [reports], requested }).payments).toHaveLength(
      1,
    );
  });
  it('is an intent’s, which takes parts, in whatever order its key stands beside that of the report', () => {
    const [own = '', other = ''] = keys(2);
    const operations = [transfer(uA, wA, N, { mint: M, extra: [own, other] })];
    const evidence = evidenceOf({ operations, accounts, signers: [U] });
    const known = { subject: 'report:7', reference: 'LISTBURN007' };
    const requested = [
      { ...known, referenceKey: own, burnWallet: W },
      { ...known, referenceKey: other, burnWallet: null },
    ];
    const prices = [{ ...price('reports'), tokens: '5000000' }];
    const paid = { queue: 'reports', reference: 'LISTBURN007', referenceKey: own, mint: M };
    for (const order of [requested, requested.toReversed()]) {
      const found = findPayments(evidence, { ...terms, prices, owners: [reports], requested: order });
      expect(found.payments).toEqual([paid]);
    }
  });
  it('is not paid by a payment without a reference', () => {
    const evidence = evidenceOf({ operations: [burn(uA, M, N)], accounts, signers: [U] });
    const known = { subject: 'report:7', reference: 'LISTBURN007', referenceKey: one };
    const requested = [{ ...known, burnWallet: null }];
    const owners = [membership, reports];
    expect(findPayments(evidence, { ...terms, owners, requested })).toEqual({ payments: [], undecided: [] });
  });
  it('is not paid by the key of another demand, nor if its reference has no owner', () => {
    for (const rest of [
      { referenceKey: key('another') },
      { reference: 'OTHER007' },
      { subject: 'membership:7' },
    ])
      expect(asked(rest)).toEqual([byKey]);
  });
});

it('a payment is judged by the price of its owner, by the mint and the wallet that were in force', () => {
  const operations = [memo('LISTBURN007'), burn(uA, M, N / 1_000n)];
  const evidence = evidenceOf({ operations, accounts, signers: [U] });
  const paid = (changes: Partial<typeof terms>) =>
    findPayments(evidence, { ...terms, ...changes, owners: [reports] }).payments.length;
  const dear = { ...price('reports'), tokens: '1001000' };
  expect(paid({ prices: [dear] })).toBe(0);
  expect(paid({ prices: [{ ...dear, mint: 'another' }, price('reports')] })).toBe(1);
  const another = { mint: { ...mint, address: key('another mint') }, burnWallet: W, since: 1 };
  expect(paid({ tokens: [another] })).toBe(0);
  expect(
    paid({
      tokens: [another, ...terms.tokens],
      prices: [price('reports'), { ...dear, mint: another.mint.address }],
    }),
  ).toBe(1);
});
