import { expect, it } from 'vitest';
import { key, T22, TOK } from '../../test/conformance/keys.ts';
import { FaultError } from './fault.ts';
import { readBalances } from './read-balances.ts';

const accounts = [key('one'), key('two')];
const [account = '', other = ''] = accounts;
const [mint, owner, heir] = [key('mint'), key('owner'), key('heir')];
const amount = (value: unknown, decimals: unknown = 6) => ({ amount: value, decimals });
const entry = (rest: object = {}) => ({
  accountIndex: 0,
  mint,
  owner,
  programId: TOK,
  uiTokenAmount: amount('5'),
  ...rest,
});
const read = (pre: unknown, post: unknown, rest: object = {}) =>
  readBalances({ preTokenBalances: pre, postTokenBalances: post, ...rest }, accounts);
const line = { account, mint, program: TOK, decimals: 6 };

function codeOf(pre: unknown, post: unknown, rest?: object): string {
  try {
    read(pre, post, rest);
    return 'none';
  } catch (error) {
    if (error instanceof FaultError) return error.code;
    throw error;
  }
}

it('both sides are joined by account and mint', () => {
  const after = entry({ owner: heir, uiTokenAmount: amount('7') });
  expect(read([entry()], [after, entry({ accountIndex: 1 })])).toEqual([
    { ...line, before: { owner, amount: 5n }, after: { owner: heir, amount: 7n } },
    { ...line, account: other, before: null, after: { owner, amount: 5n } },
  ]);
  const reopened = entry({ mint: key('another mint') });
  expect(read([entry()], [reopened])).toEqual([
    { ...line, before: { owner, amount: 5n }, after: null },
    { ...line, mint: key('another mint'), before: null, after: { owner, amount: 5n } },
  ]);
  expect(read([], [])).toEqual([]);
});

it('the program is the one that either side names, or none', () => {
  for (const absent of [undefined, null, '']) {
    const nameless = entry({ programId: absent });
    expect(read([nameless], [nameless])).toMatchObject([{ program: null }]);
    expect(read([nameless], [entry()])).toMatchObject([{ program: TOK }]);
    expect(read([entry()], [nameless])).toMatchObject([{ program: TOK }]);
  }
});

it.each<[string, unknown, unknown, string]>([
  ['no side', null, undefined, 'unsupported_history'],
  ['no side at all', undefined, null, 'unsupported_history'],
  ['nothing before', undefined, [entry()], 'incomplete_response'],
  ['no side before', null, [entry()], 'incomplete_response'],
  ['no side after', [entry()], undefined, 'incomplete_response'],
  ['something else', {}, [], 'malformed_response'],
  ['an entry that is none', [7], [], 'malformed_response'],
  ['an account past the end', [entry({ accountIndex: 2 })], [], 'malformed_response'],
  ['an account twice', [entry(), entry({ mint: key('another mint') })], [], 'malformed_response'],
  ['no mint', [entry({ mint: undefined })], [], 'malformed_response'],
  ['no owner', [entry({ owner: undefined })], [], 'incomplete_response'],
  ['an owner of null', [entry({ owner: null })], [], 'incomplete_response'],
  ['an empty owner', [entry({ owner: '' })], [], 'incomplete_response'],
  ['an owner that is none', [entry({ owner: 'x' })], [], 'malformed_response'],
  ['a program that is none', [entry({ programId: 'x' })], [], 'malformed_response'],
  ['no amount', [entry({ uiTokenAmount: {} })], [], 'malformed_response'],
  ['256 decimals', [entry({ uiTokenAmount: amount('5', 256) })], [], 'malformed_response'],
  ['255 decimals', [entry({ uiTokenAmount: amount('5', 255) })], [], 'none'],
  ['two programs', [entry()], [entry({ programId: T22 })], 'evidence_conflict'],
  ['two numbers of decimals', [entry()], [entry({ uiTokenAmount: amount('5', 7) })], 'evidence_conflict'],
])('%s: %4$s', (_what, pre, post, code) => {
  expect(codeOf(pre, post)).toBe(code);
});

it('lamports, if stated, cover exactly the accounts', () => {
  for (const field of ['preBalances', 'postBalances']) {
    for (const stated of [undefined, null, [1, 2]]) expect(codeOf([], [], { [field]: stated })).toBe('none');
    for (const stated of [[1], [1, 2, 3], 7])
      expect(codeOf([], [], { [field]: stated })).toBe('malformed_response');
  }
});
