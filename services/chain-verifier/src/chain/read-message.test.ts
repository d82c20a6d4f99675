import { describe, expect, it } from 'vitest';
import { key, signWith } from '../../test/conformance/keys.ts';
import { encodeBase58 } from './base58.ts';
import { type CompiledMessage, encodeMessage } from './encode-message.ts';
import { FaultError } from './fault.ts';
import { readMessage } from './read-message.ts';

const [payer, second, program, table] = [key('payer'), key('second'), key('program'), key('table')];
const [first, other, third] = [key('looked up'), key('looked up too'), key('read only')];
const recentBlockhash = encodeBase58(new Uint8Array(32).fill(7));
const lookups = [{ table, writable: [1, 255], readonly: [3] }];
const loaded = { writable: [first, other], readonly: [third] };
const allKeys = [payer, second, program, first, other, third];

const message = (
  version: CompiledMessage['version'],
  rest: Partial<CompiledMessage> = {},
): CompiledMessage => ({
  version,
  header: { required: 2, readonlySigned: 0, readonlyUnsigned: 1 },
  staticKeys: [payer, second, program],
  instructions: [{ programIndex: 2, accountIndexes: [0, 1], data: Uint8Array.of(1, 2) }],
  lookups: version === 0 ? lookups : [],
  ...rest,
});

const bodyOf = ({ header, staticKeys, instructions, lookups }: CompiledMessage) => ({
  header: {
    numRequiredSignatures: header.required,
    numReadonlySignedAccounts: header.readonlySigned,
    numReadonlyUnsignedAccounts: header.readonlyUnsigned,
  },
  accountKeys: staticKeys as unknown,
  recentBlockhash,
  instructions: instructions.map(({ programIndex, accountIndexes, data }) => ({
    programIdIndex: programIndex,
    accounts: accountIndexes,
    data: encodeBase58(data),
  })),
  addressTableLookups: lookups.map(({ table, writable, readonly }) => ({
    accountKey: table,
    writableIndexes: writable,
    readonlyIndexes: readonly as number[] | undefined,
  })),
});

/** A message with its signatures by its first two keys. */
function signed(compiled: CompiledMessage) {
  const bytes = encodeMessage(compiled, { recentBlockhash }) ?? new Uint8Array();
  const signatures = [payer, second].map((signer) => encodeBase58(signWith(signer, bytes)));
  return { body: bodyOf(compiled), signatures };
}

const json = (compiled = message(0)) => {
  const { body, signatures } = signed(compiled);
  return { version: compiled.version as unknown, transaction: { message: body, signatures } };
};

function withParsedKeys() {
  const answer = json();
  answer.transaction.message.accountKeys = allKeys.map((pubkey, index) => ({ pubkey, signer: index < 2 }));
  return answer;
}

function codeOf(answer: Record<string, unknown>, given: unknown): string {
  try {
    readMessage(answer, given);
    return 'none';
  } catch (error) {
    if (error instanceof FaultError) return error.code;
    throw error;
  }
}
/** The fault code after one change to the response. */
function changed<Made extends Record<string, unknown>>(
  make: () => Made,
  change: (answer: Made) => void,
): string {
  const answer = structuredClone(make());
  change(answer);
  return codeOf(answer, loaded);
}

const read = { version: 0, accountKeys: allKeys, signers: [payer, second] };

describe('a message', () => {
  it('has its keys in order, those of lookup tables behind, and checked signatures', () => {
    expect(readMessage(json(), loaded)).toMatchObject({ ...read, signaturesChecked: true });
  });
  it('without lookups needs no loaded addresses', () => {
    for (const none of [undefined, null, { writable: [], readonly: [] }])
      expect(readMessage(json(message('legacy')), none)).toMatchObject({ accountKeys: allKeys.slice(0, 3) });
  });
  it('without a version is what its lookups say', () => {
    for (const version of [undefined, null]) {
      expect(readMessage({ ...json(), version }, loaded)).toMatchObject({ version: 0 });
      expect(readMessage({ ...json(message('legacy')), version }, null)).toMatchObject({ version: 'legacy' });
    }
  });
  it('without the bytes that were signed is read unchecked', () => {
    const body = bodyOf(message(1));
    const { signatures } = signed(message('legacy'));
    const answer = { version: 1, transaction: { message: body, signatures } };
    expect(readMessage(answer, null)).toMatchObject({ version: 1, signaturesChecked: false });
  });
});

it.each([
  [2, 'client_too_old'],
  [-1, 'client_too_old'],
  ['0', 'malformed_response'],
  [{}, 'malformed_response'],
  [true, 'malformed_response'],
])('the version %j is %s', (version, code) => {
  expect(codeOf({ ...json(), version }, loaded)).toBe(code);
});

it.each<[string, Record<string, unknown>]>([
  ['a transaction in base64', { version: 0, transaction: ['AQAB', 'base64'] }],
  ['a key with its role, as in jsonParsed', withParsedKeys()],
  ['no transaction', { version: 0 }],
  ['no message', { version: 0, transaction: { signatures: [] } }],
  ['no keys', { version: 0, transaction: { signatures: [], message: {} } }],
])('%s is malformed', (_what, answer) => {
  expect(codeOf(answer, loaded)).toBe('malformed_response');
});

type Json = ReturnType<typeof json>;
type Body = ReturnType<typeof bodyOf>;
const inBody = (change: (body: Body) => void) => (answer: Json) => change(answer.transaction.message);
const inHeader = (fields: object) => inBody(({ header }) => void Object.assign(header, fields));
const withKeys = (...end: string[]) =>
  inBody((body) => void (body.accountKeys as string[]).splice(2, 1, ...end));

it.each<[string, (answer: Json) => void, string]>([
  [
    'a signature of 63 bytes',
    ({ transaction }) => void transaction.signatures.splice(1, 1, '1'.repeat(63)),
    'malformed_response',
  ],
  ['a signature too few', ({ transaction }) => void transaction.signatures.pop(), 'malformed_response'],
  [
    'a signature too many',
    ({ transaction: { signatures } }) => void signatures.push(signatures[0] ?? ''),
    'malformed_response',
  ],
  ['the signatures swapped', ({ transaction }) => void transaction.signatures.reverse(), 'evidence_conflict'],
  [
    'the second signature made by the first signer',
    ({ transaction: { signatures } }) => void signatures.splice(1, 1, signatures[0] ?? ''),
    'evidence_conflict',
  ],
  ['no signer', inHeader({ numRequiredSignatures: 0 }), 'malformed_response'],
  ['more signers than keys', inHeader({ numRequiredSignatures: 4 }), 'malformed_response'],
  ['a key twice', withKeys(payer), 'evidence_conflict'],
  ['a key that is none', withKeys('x'), 'malformed_response'],
  [
    'no signer and no signature',
    ({ transaction }) => {
      transaction.message.header.numRequiredSignatures = 0;
      transaction.signatures = [];
    },
    'malformed_response',
  ],
  [
    'more signers than keys, and as many signatures as keys',
    ({ transaction: { message, signatures } }) => {
      message.header.numRequiredSignatures = 4;
      signatures.push(signatures[0] ?? '');
    },
    'malformed_response',
  ],
  [
    'an empty list of keys',
    inBody((body) => void Object.assign(body, { accountKeys: [] })),
    'malformed_response',
  ],
  ['no header', inBody((body) => void Reflect.deleteProperty(body, 'header')), 'malformed_response'],
  [
    'other bytes',
    inBody((body) => void Object.assign(body, { recentBlockhash: key('x') })),
    'evidence_conflict',
  ],
  [
    'indexes by another name',
    inBody((body) => {
      const [lookup] = body.addressTableLookups;
      Object.assign(lookup ?? {}, { readonlyIndexes: undefined, readableIndexes: [3] });
    }),
    'none',
  ],
])('json with %s: %3$s', (_what, change, code) => {
  expect(changed(json, change)).toBe(code);
});

it.each(['numRequiredSignatures', 'numReadonlySignedAccounts', 'numReadonlyUnsignedAccounts'])(
  'the header field %s is a byte',
  (field) => {
    for (const value of [256, -1, undefined])
      expect(changed(json, inHeader({ [field]: value }))).toBe('malformed_response');
    if (field !== 'numRequiredSignatures')
      expect(changed(json, inHeader({ [field]: 255 }))).toBe('evidence_conflict');
  },
);

it('indexes are bytes', () => {
  const first = (list: 'instructions' | 'addressTableLookups', fields: object) =>
    changed(
      json,
      inBody((body) => void Object.assign(body[list][0] ?? {}, fields)),
    );
  const at = (index: number) => [
    first('instructions', { programIdIndex: index }),
    first('instructions', { accounts: [index, 1] }),
    first('addressTableLookups', { writableIndexes: [1, index] }),
    first('addressTableLookups', { readonlyIndexes: [index] }),
  ];
  expect(new Set(at(256))).toEqual(new Set(['malformed_response']));
  expect(at(255)).toEqual(['evidence_conflict', 'evidence_conflict', 'none', 'evidence_conflict']);
});

it.each<[string, unknown]>([
  ['missing', undefined],
  ['null', null],
  ['a list', []],
  ['without those that are written', { readonly: [third] }],
  ['without those that are read', { writable: [first, other] }],
  ['one too few', { writable: [first], readonly: [third] }],
  ['one too many', { writable: [first, other], readonly: [third, key('x')] }],
  ['on the wrong side', { writable: [first], readonly: [other, third] }],
  ['no addresses', { writable: [first, 'x'], readonly: [third] }],
  ['keys of the message', { writable: [first, payer], readonly: [third] }],
])('loaded addresses that are %s are malformed', (_what, given) => {
  expect(codeOf(json(), given)).toBe('malformed_response');
});
