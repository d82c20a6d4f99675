import { expect, it } from 'vitest';
import {
  INCINERATOR,
  key,
  MEMO1,
  MEMO3,
  MEMO4,
  SYSTEM,
  T22,
  TOK,
  WSOL,
} from '../../test/conformance/keys.ts';
import { isLeafProgram, isMemoProgram, isNativeMint, isTokenProgram } from './programs.ts';

const all = [TOK, T22, SYSTEM, MEMO1, MEMO3, MEMO4, INCINERATOR, WSOL, key('some program')];
const budget = 'ComputeBudget111111111111111111111111111111';
const wrapped22 = '9pan9bMn5HatX4EJdBwg9VgCa7Uz5HL8N1m5D3NdXej9';

it.each<[string, (address: string) => boolean, string[]]>([
  ['token programs', isTokenProgram, [TOK, T22]],
  ['memo programs', isMemoProgram, [MEMO1, MEMO3, MEMO4]],
  ['mints of wrapped SOL', isNativeMint, [WSOL, wrapped22]],
  ['programs that call no other', isLeafProgram, [TOK, T22, SYSTEM, MEMO1, MEMO3, MEMO4, budget]],
])('%s are known by their addresses', (_what, is, known) => {
  const asked = [...new Set([...all, budget, wrapped22, ''])];
  expect(asked.filter(is).toSorted()).toEqual(known.toSorted());
});
