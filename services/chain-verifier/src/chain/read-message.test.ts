import { describe, expect, it } from 'vitest';
import { key, signWith } from '../../test/conformance/keys.ts';
import { encodeBase58 } from './base58.ts';
import { encodeMessage } from './encode-message.ts';
import { FaultError } from './fault.ts';
import { readMessage } from './read-message.ts';
import type { CompiledMessage } from './wire.ts';

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

/** A message, its signatures by its first two keys, and its wire bytes. */
function signed(compiled: CompiledMessage) {
  const bytes = encodeMessage(compiled, { recentBlockhash }) ?? new Uint8Array();
  const made = [payer, second].map((signer) => signWith(signer, bytes));
  const signatures = made.map((signature) => encodeBase58(signature));
  const wire = Buffer.concat([Buffer.from([2]), ...made, bytes]);
  return { body: bodyOf(compiled), signatures, wire };
}

const json = (compiled = message(0)) => {
  const { body, signatures } = signed(compiled);
  return { version: compiled.version as unknown, transaction: { message: body, signatures } };
};
const parsed = () => {
  const answer = json();
  answer.transaction.message.accountKeys = allKeys.map((pubkey, index) => ({
    pubkey,
    signer: index < 2,
    source: index < 3 ? 'transaction' : 'lookupTable',
  }));
  return answer;
};
const encoded = (encoding: string, text: (wire: Buffer) => string, version: unknown = 0) => ({
  version,
  transaction: [text(signed(message(0)).wire), encoding],
});
const base64 = (wire: Buffer) => wire.toString('base64');

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
    const wanted = { ...read, signaturesChecked: true, compiled: true };
    expect(readMessage(json(), loaded)).toMatchObject(wanted);
    expect(readMessage(encoded('base64', base64), loaded)).toMatchObject(wanted);
    expect(readMessage(encoded('base58', encodeBase58), loaded)).toMatchObject(wanted);
  });
  it('that a node parsed has the same keys, unchecked', () => {
    const { signatures } = signed(message(0));
    const wanted = { ...read, signatures, signaturesChecked: false, compiled: false };
    expect(readMessage(parsed(), undefined)).toMatchObject(wanted);
  });
  it('without lookups needs no loaded addresses', () => {
    for (const none of [undefined, null, { writable: [], readonly: [] }])
      expect(readMessage(json(message('legacy')), none)).toMatchObject({ accountKeys: allKeys.slice(0, 3) });
  });
  it('without a version is what its bytes or its lookups say', () => {
    for (const version of [undefined, null]) {
      expect(readMessage({ ...json(), version }, loaded)).toMatchObject({ version: 0 });
      expect(readMessage({ ...parsed(), version }, null)).toMatchObject({ version: 0 });
      expect(readMessage({ ...json(message('legacy')), version }, null)).toMatchObject({ version: 'legacy' });
      expect(readMessage({ ...encoded('base64', base64), version }, loaded)).toMatchObject({ version: 0 });
    }
    const { transaction } = parsed();
    const legacy = {
      ...transaction.message,
      addressTableLookups: [],
      accountKeys: [{ pubkey: payer, signer: true }],
    };
    const answer = { transaction: { message: legacy, signatures: transaction.signatures.slice(1) } };
    expect(readMessage(answer, null)).toMatchObject({ version: 'legacy', accountKeys: [payer] });
    expect(readMessage({ ...answer, version: 1 }, null)).toMatchObject({ version: 1 });
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
  for (const make of [json, parsed]) expect(codeOf({ ...make(), version }, loaded)).toBe(code);
  expect(codeOf({ ...encoded('base64', base64), version }, loaded)).toBe(code);
});

it('bytes of another version than the answer says contradict it', () => {
  for (const version of ['legacy', 1])
    expect(codeOf(encoded('base64', base64, version), loaded)).toBe('evidence_conflict');
});

it.each<[string, Record<string, unknown>]>([
  ['base64 with blanks', encoded('base64', (wire) => ` ${base64(wire)}`)],
  ['base64 of another alphabet', encoded('base64', (wire) => wire.toString('base64url'))],
  ['another encoding', encoded('base64+zstd', base64)],
  ['base58 that is none', encoded('base58', () => '0')],
  ['no text', { version: 0, transaction: [7, 'base64'] }],
  ['no transaction', { version: 0 }],
  ['no message', { version: 0, transaction: { signatures: [] } }],
  ['no keys', { version: 0, transaction: { signatures: [], message: {} } }],
])('%s is malformed', (_what, answer) => {
  expect(codeOf(answer, loaded)).toBe('malformed_response');
});

type Json = ReturnType<typeof json>;
const inBody = (change: (body: ReturnType<typeof bodyOf>) => void) => (answer: Json) =>
  change(answer.transaction.message);

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
    'no signer',
    inBody((body) => void Object.assign(body.header, { numRequiredSignatures: 0 })),
    'malformed_response',
  ],
  [
    'more signers than keys',
    inBody((body) => void Object.assign(body.header, { numRequiredSignatures: 4 })),
    'malformed_response',
  ],
  [
    'a key twice',
    inBody((body) => void (body.accountKeys as string[]).splice(2, 1, payer)),
    'evidence_conflict',
  ],
  [
    'a key that is none',
    inBody((body) => void (body.accountKeys as string[]).splice(2, 1, 'x')),
    'malformed_response',
  ],
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
      expect(
        changed(
          json,
          inBody(({ header }) => void Object.assign(header, { [field]: value })),
        ),
      ).toBe('malformed_response');
    if (field !== 'numRequiredSignatures')
      expect(
        changed(
          json,
          inBody(({ header }) => void Object.assign(header, { [field]: 255 })),
        ),
      ).toBe('evidence_conflict');
  },
);

it('indexes are bytes', () => {
  const at = (index: number) => [
    changed(
      json,
      inBody(({ instructions }) => void Object.assign(instructions[0] ?? {}, { programIdIndex: index })),
    ),
    changed(
      json,
      inBody(({ instructions }) => void Object.assign(instructions[0] ?? {}, { accounts: [index, 1] })),
    ),
    changed(
      json,
      inBody(
        ({ addressTableLookups: [one] }) => void Object.assign(one ?? {}, { writableIndexes: [1, index] }),
      ),
    ),
    changed(
      json,
      inBody(({ addressTableLookups: [one] }) => void Object.assign(one ?? {}, { readonlyIndexes: [index] })),
    ),
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
  for (const answer of [json(), encoded('base64', base64)])
    expect(codeOf(answer, given)).toBe('malformed_response');
});

type Key = { pubkey: string; signer: unknown; source: string };
const inKeys = (change: (keys: Key[]) => void) => (answer: Json) =>
  change(answer.transaction.message.accountKeys as Key[]);

it.each<[string, (answer: Json) => void]>([
  ['no signer', inKeys((keys) => keys.forEach((one) => void Object.assign(one, { signer: false })))],
  ['a signer by another word', inKeys((keys) => void Object.assign(keys[0] ?? {}, { signer: 'true' }))],
  ['a signer that comes later', inKeys((keys) => void keys.unshift(keys.pop() as Key))],
  ['a key twice', inKeys((keys) => void Object.assign(keys[4] ?? {}, { pubkey: first }))],
  ['a key that is none', inKeys((keys) => void Object.assign(keys[4] ?? {}, { pubkey: 'x' }))],
  ['keys and texts', (answer) => void (answer.transaction.message.accountKeys as unknown[]).push(key('x'))],
  ['a looked-up key too few', inKeys((keys) => void keys.pop())],
  [
    'a looked-up key too many',
    inKeys((keys) => void keys.push({ pubkey: key('x'), signer: false, source: 'lookupTable' })),
  ],
  ['a signature too few', ({ transaction }) => void transaction.signatures.pop()],
  ['a signature too many', ({ transaction: { signatures } }) => void signatures.push(signatures[0] ?? '')],
  ['no instructions', inBody((body) => void Reflect.deleteProperty(body, 'instructions'))],
  ['lookups that are none', inBody((body) => void Object.assign(body, { addressTableLookups: 'x' }))],
])('parsed with %s is malformed', (_what, change) => {
  expect(changed(parsed, change)).toBe('malformed_response');
});

it('one looked-up key that a node parsed is enough to make a message without a version the later one', () => {
  const answer = parsed();
  const { message } = answer.transaction;
  const oneLookup = { accountKey: table, writableIndexes: [1], readonlyIndexes: [] };
  const body = {
    ...message,
    addressTableLookups: [oneLookup],
    accountKeys: (message.accountKeys as Key[]).slice(0, 4),
  };
  const unversioned = { transaction: { ...answer.transaction, message: body } };
  expect(readMessage(unversioned, null)).toMatchObject({ version: 0, accountKeys: allKeys.slice(0, 4) });
});

it('parsed keys without lookups are those of the transaction', () => {
  const without = inBody((body) => {
    Object.assign(body, { addressTableLookups: null });
    body.accountKeys = (body.accountKeys as Key[]).slice(0, 3);
  });
  expect(changed(parsed, without)).toBe('none');
});
