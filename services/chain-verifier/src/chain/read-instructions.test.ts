import { describe, expect, it } from 'vitest';
import { key, SYSTEM, TOK } from '../../test/conformance/keys.ts';
import { encodeBase58 } from './base58.ts';
import { FaultError } from './fault.ts';
import { readInstructions } from './read-instructions.ts';
import { readMemos } from './read-memos.ts';
import type { Message } from './read-message.ts';

const [payer, foreign] = [key('payer'), key('some program')];
const keys = [payer, foreign, TOK, SYSTEM];
const data = encodeBase58(Uint8Array.of(1, 2));
const bytes = Uint8Array.of(1, 2);

const message = (instructions: unknown[], compiled: boolean): Message => ({
  version: 'legacy',
  signatures: [],
  accountKeys: keys,
  signers: [payer],
  signaturesChecked: compiled,
  instructions,
  compiled,
});
const compiled = { programIndex: 2, accountIndexes: [0, 1], data: bytes };
const raw = { programIdIndex: 3, accounts: [1], data };
const parsed = { programId: TOK, parsed: { type: 'x' } };
const unparsed = { programId: SYSTEM, accounts: [foreign], data };

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
    const { instructions } = readInstructions(message([compiled, compiled], true), inner, true);
    const outer = { program: TOK, accounts: [payer, foreign], data: bytes };
    const nested = { program: SYSTEM, accounts: [foreign], data: bytes };
    expect(instructions).toEqual([
      { path: '0', ...outer },
      { path: '1', ...outer },
      { path: '1.0', ...nested },
      { path: '1.1', ...nested },
    ]);
  });
  it('are as a node parsed them, or as it left them', () => {
    const inner = [{ index: 0, instructions: [unparsed] }];
    const both = { ...unparsed, parsed: 'x' };
    expect(readInstructions(message([parsed, both], false), inner, true)).toEqual({
      innerRecorded: true,
      instructions: [
        { path: '0', program: TOK, parsed: { type: 'x' } },
        { path: '0.0', program: SYSTEM, accounts: [foreign], data: bytes },
        { path: '1', program: SYSTEM, accounts: [foreign], data: bytes },
      ],
    });
  });
  it('inside others may be unrecorded where there can be none, or where all was undone', () => {
    const called = { ...compiled, programIndex: 1 };
    for (const inner of [undefined, null]) {
      expect(readInstructions(message([compiled], true), inner, true)).toMatchObject({
        innerRecorded: false,
      });
      expect(codeOf(message([compiled, called], true), inner)).toBe('incomplete_response');
      expect(codeOf(message([called], true), inner, false)).toBe('none');
    }
    expect(codeOf(message([called], true), [])).toBe('none');
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
    expect(codeOf(message([compiled], true), inner)).toBe('malformed_response');
  });
  it.each<[string, object]>([
    ['a program elsewhere', { ...parsed, programId: key('elsewhere') }],
    ['a program that is none', { ...parsed, programId: 'x' }],
    ['an account elsewhere', { ...unparsed, accounts: [key('elsewhere')] }],
    ['no accounts', { ...unparsed, accounts: undefined }],
    ['no data', { ...unparsed, data: undefined }],
    ['data that is none', { ...unparsed, data: '0' }],
  ])('parsed, with %s, are malformed', (_what, instruction) => {
    expect(codeOf(message([instruction], false), [])).toBe('malformed_response');
  });
});

describe('memos', () => {
  const program = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
  const read = (rest: { data: Uint8Array; accounts: string[] } | { parsed: unknown }) =>
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
    expect(read({ parsed: 'gm' })).toEqual(memo('gm', Buffer.from('gm')));
  });
  it('that are no text, or hold a NUL, have none', () => {
    for (const data of [Buffer.from([0xff, 0xfe]), Buffer.from('a\0'), Buffer.from('\0')])
      expect(read({ data, accounts: [] })).toEqual(memo(null, data));
  });
  it('that a node parsed into something else are malformed', () => {
    for (const parsed of [7, null, { text: 'gm' }]) expect(() => read({ parsed })).toThrow(FaultError);
  });
});
