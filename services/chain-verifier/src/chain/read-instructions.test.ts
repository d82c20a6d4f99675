import { describe, expect, it } from 'vitest';
import { key, SYSTEM, TOK } from '../../test/conformance/keys.ts';
import { encodeBase58 } from './base58.ts';
import { readMemos } from './evidence.ts';
import { FaultError } from './fault.ts';
import { readInstructions } from './read-instructions.ts';
import type { Message } from './read-message.ts';

const [payer, foreign] = [key('payer'), key('some program')];
const keys = [payer, foreign, TOK, SYSTEM];
const data = encodeBase58(Uint8Array.of(1, 2));
const bytes = Uint8Array.of(1, 2);

const message = (...instructions: Message['instructions']): Message => ({
  version: 'legacy',
  signatures: [],
  accountKeys: keys,
  signers: [payer],
  signaturesChecked: true,
  instructions,
});
const compiled = { programIndex: 2, accountIndexes: [0, 1], data: bytes };
const raw = { programIdIndex: 3, accounts: [1], data };

function codeOf(given: Message, inner: unknown, success = true): string {
  try {
    readInstructions(given, inner, success);
    return 'none';
  } catch (error) {
    if (error instanceof FaultError) return error.code;
    throw error;
  }
}

describe('instructions', () => {
  it('come in the order of execution, each with its place', () => {
    const inner = [{ index: 1, instructions: [raw, raw] }];
    const { instructions } = readInstructions(message(compiled, compiled), inner, true);
    const outer = { program: TOK, accounts: [payer, foreign], data: bytes };
    const nested = { program: SYSTEM, accounts: [foreign], data: bytes };
    expect(instructions).toEqual([
      { path: '0', ...outer },
      { path: '1', ...outer },
      { path: '1.0', ...nested },
      { path: '1.1', ...nested },
    ]);
  });
  it('inside others may be unrecorded where there can be none, or where all was undone', () => {
    const called = { ...compiled, programIndex: 1 };
    for (const inner of [undefined, null]) {
      expect(readInstructions(message(compiled), inner, true)).toMatchObject({
        innerRecorded: false,
      });
      expect(codeOf(message(compiled, called), inner)).toBe('incomplete_response');
      expect(codeOf(message(called), inner, false)).toBe('none');
    }
    expect(codeOf(message(called), [])).toBe('none');
  });
  it.each<[string, unknown]>([
    ['no list', {}],
    ['a group that is none', [7]],
    ['a group of nothing', [{ index: 0 }]],
    ['a group of what is not there', [{ index: 1, instructions: [] }]],
    ['a group without a place', [{ instructions: [] }]],
    [
      'a group twice',
      [
        { index: 0, instructions: [] },
        { index: 0, instructions: [] },
      ],
    ],
    ['an instruction that is none', [{ index: 0, instructions: [null] }]],
    ['a program past the end', [{ index: 0, instructions: [{ ...raw, programIdIndex: 4 }] }]],
    ['an account past the end', [{ index: 0, instructions: [{ ...raw, accounts: [4] }] }]],
  ])('with %s inside are malformed', (_what, inner) => {
    expect(codeOf(message(compiled), inner)).toBe('malformed_response');
  });
});

describe('memos', () => {
  const program = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
  const read = (rest: { data: Uint8Array; accounts: string[] }) =>
    readMemos([
      { path: '0', program, ...rest },
      { path: '1', program: TOK, ...rest },
    ]);
  const memo = (text: string | null, data: Buffer, named: string[] = []) => [
    { path: '0', program, bytes: data.toString('base64'), text, keys: named },
  ];

  it('keep their bytes, their keys and the text that they are', () => {
    for (const text of ['', 'gm', ' ü\n', '\ufeffgm'])
      expect(read({ data: Buffer.from(text), accounts: [payer] })).toEqual(
        memo(text, Buffer.from(text), [payer]),
      );
  });
  it('that are no text, or hold a NUL, have none', () => {
    for (const data of [Buffer.from([0xff, 0xfe]), Buffer.from('a\0'), Buffer.from('\0')])
      expect(read({ data, accounts: [] })).toEqual(memo(null, data));
  });
});
