import { Message, MessageV0, PublicKey } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { encodeBase58 } from './base58.ts';
import { encodeMessage } from './encode-message.ts';
import { FaultError } from './fault.ts';
import { type CompiledMessage, parseWire } from './wire.ts';

const bytes = (length: number, first: number) =>
  Uint8Array.from({ length }, (_, index) => (first + index) % 256);
const keys = [3, 4, 5].map((first) => encodeBase58(bytes(32, first)));
const blockhash = bytes(32, 90);
const recentBlockhash = encodeBase58(blockhash);
const signatures = [encodeBase58(bytes(64, 7)), encodeBase58(bytes(64, 8))];
const signatureBytes = Buffer.concat([bytes(64, 7), bytes(64, 8)]);
const header = { required: 2, readonlySigned: 1, readonlyUnsigned: 3 };
const table = encodeBase58(bytes(32, 200));

const message = (
  version: CompiledMessage['version'],
  data: number[] = [0, 127, 128, 300],
): CompiledMessage => ({
  version,
  header,
  staticKeys: keys,
  instructions: data.map((length, index) => ({
    programIndex: 2,
    accountIndexes: [...bytes(index * 50, 0)],
    data: bytes(length, 9),
  })),
  lookups: version === 0 ? [{ table, writable: [1, 200], readonly: [3] }] : [],
});

/** The bytes as encoded by the client library. */
function written({ version, instructions, lookups }: CompiledMessage): Uint8Array {
  const counts = { numRequiredSignatures: 2, numReadonlySignedAccounts: 1, numReadonlyUnsignedAccounts: 3 };
  if (version === 'legacy') {
    const named = instructions.map(({ programIndex, accountIndexes, data }) => ({
      programIdIndex: programIndex,
      accounts: accountIndexes,
      data: encodeBase58(data),
    }));
    return new Message({
      header: counts,
      accountKeys: keys,
      recentBlockhash,
      instructions: named,
    }).serialize();
  }
  return new MessageV0({
    header: counts,
    staticAccountKeys: keys.map((key) => new PublicKey(key)),
    recentBlockhash,
    compiledInstructions: instructions.map(({ programIndex, accountIndexes, data }) => ({
      programIdIndex: programIndex,
      accountKeyIndexes: accountIndexes,
      data,
    })),
    addressTableLookups: lookups.map(({ table, writable, readonly }) => ({
      accountKey: new PublicKey(table),
      writableIndexes: writable,
      readonlyIndexes: readonly,
    })),
  }).serialize();
}

const plain = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));
const expectFault = (wire: Uint8Array) => expect(() => parseWire(wire)).toThrow(FaultError);

describe.each(['legacy', 0] as const)('a %s message', (version) => {
  const signed = written(message(version));
  const wire = plain(Buffer.from([2]), signatureBytes, signed);

  it('is read from the bytes, and written to the same ones', () => {
    expect(parseWire(wire)).toEqual({
      signatures,
      signedBytes: new Uint8Array(signed),
      message: message(version),
    });
    expect(encodeMessage(message(version), { recentBlockhash })).toEqual(new Uint8Array(signed));
  });
  it('is read whole or not at all', () => {
    for (let length = 0; length < wire.length; length++) expectFault(wire.subarray(0, length));
    expectFault(Buffer.concat([wire, Buffer.from([0])]));
  });
  it('has data of lengths that take three bytes', () => {
    for (const length of [16_383, 16_384, 20_000]) {
      const long = message(version, [length]);
      const encoded = encodeMessage(long, { recentBlockhash }) ?? new Uint8Array();
      expect(parseWire(plain(Buffer.from([2]), signatureBytes, encoded)).message).toEqual(long);
    }
  });
});

it('an unknown version is malformed', () => {
  for (const version of [0x81, 0x82, 0xff]) {
    const signed = written(message(0)).with(0, version);
    expectFault(plain(Buffer.from([2]), signatureBytes, signed));
  }
});

it('a blockhash is 32 bytes', () => {
  for (const length of [31, 33])
    expect(() => encodeMessage(message(0), { recentBlockhash: encodeBase58(bytes(length, 1)) })).toThrow(
      FaultError,
    );
});

/** A legacy message without keys, with `count` instruction bytes and the given encoded length. */
const ofLength = (length: number[], count: number) =>
  Buffer.from([0, 1, 0, 0, 0, ...blockhash, 1, 0, 0, ...length, ...bytes(count, 0)]);

it.each<[number[], number]>([
  [[0], 0],
  [[0x7f], 127],
  [[0x80, 1], 128],
  [[0xff, 0x7f], 16_383],
  [[0x80, 0x80, 1], 16_384],
  [[0x80, 0x80, 3], 49_152],
])('the length %j is %i', (length, count) => {
  expect(parseWire(ofLength(length, count)).message.instructions[0]?.data).toHaveLength(count);
});

it.each([[[0x80, 0]], [[0x81, 0]], [[0x80, 0x80, 0]], [[0x80, 0x80, 0x80]], [[0x80, 0x80, 0x80, 1]]])(
  'the length %j is longer than needed or allowed',
  (length) => {
    for (const count of [0, 1, 128, 2 ** 21]) expectFault(ofLength(length, count));
  },
);

describe('a v1 message', () => {
  const u = (value: bigint | number, width: number) => {
    const buffer = Buffer.alloc(8);
    buffer.writeBigUInt64LE(BigInt(value));
    return buffer.subarray(0, width);
  };
  const v1 = message(1, [0, 5, 300]);
  /** In the layout of SIMD-0385. */
  const signedOf = (mask: number, config: Uint8Array) =>
    plain(
      Buffer.from([0x81, 2, 1, 3]),
      u(mask, 4),
      blockhash,
      Buffer.from([3, 3]),
      bytes(32, 3),
      bytes(32, 4),
      bytes(32, 5),
      config,
      ...v1.instructions.map(({ accountIndexes, data }) =>
        Buffer.concat([Buffer.from([2, accountIndexes.length]), u(data.length, 2)]),
      ),
      ...v1.instructions.flatMap(({ accountIndexes, data }) => [Buffer.from(accountIndexes), data]),
    );
  const none = {
    computeUnitLimit: null,
    heapSize: null,
    loadedAccountsDataSizeLimit: null,
    priorityFee: null,
  };
  const encode = (config: unknown) => encodeMessage(v1, { recentBlockhash, transactionConfig: config });
  const most = 18_446_744_073_709_551_615n;

  it.each<[string, object, number, Uint8Array]>([
    ['nothing', {}, 0, Buffer.alloc(0)],
    ['a fee', { priorityFee: 258 }, 3, u(258, 8)],
    ['the largest fee', { priorityFee: `${most}` }, 3, u(most, 8)],
    ['a fee of 0', { priorityFee: 0 }, 3, u(0, 8)],
    ['a limit of units', { computeUnitLimit: 70_000 }, 4, u(70_000, 4)],
    ['a limit of loaded data', { loadedAccountsDataSizeLimit: 70_001 }, 8, u(70_001, 4)],
    ['a size of the heap', { heapSize: 70_002 }, 16, u(70_002, 4)],
    [
      'all of it',
      { priorityFee: 1, computeUnitLimit: 2, loadedAccountsDataSizeLimit: 3, heapSize: 4 },
      31,
      Buffer.concat([u(1, 8), u(2, 4), u(3, 4), u(4, 4)]),
    ],
  ])('with %s is read from the bytes, and written to the same ones', (_what, config, mask, printed) => {
    const signed = signedOf(mask, printed);
    const wire = plain(signed, signatureBytes);
    expect(parseWire(wire)).toEqual({ signatures, signedBytes: signed, message: v1 });
    expect(encode({ ...none, ...config })).toEqual(signed);
    const reversed = Object.fromEntries(Object.entries({ ...none, ...config }).toReversed());
    expect(encode(reversed)).toEqual(signed);
    for (let length = 1; length < wire.length; length++) expectFault(wire.subarray(0, length));
    expectFault(Buffer.concat([wire, Buffer.from([0])]));
  });

  it.each([1, 2, 5, 6, 32, 64, 256, 65_536, 2 ** 24, 2 ** 31])('with the mask %i is malformed', (mask) => {
    for (const length of [0, 4, 8, 12])
      expectFault(Buffer.concat([signedOf(mask, Buffer.alloc(length)), signatureBytes]));
  });

  it('of which the answer does not say all, or says it otherwise, cannot be written', () => {
    const { heapSize: _, ...less } = none;
    for (const config of [undefined, null, [], 'x', {}, less, { ...none, more: 1 }, { ...less, heap: null }])
      expect(encode(config)).toBeNull();
  });

  it.each([-1, 1.5, '', '1x', 'x1', '-1', '1e3', true, {}, [7], undefined, '1'.repeat(21)])(
    'with a fee of %j is malformed',
    (priorityFee) => expect(() => encode({ ...none, priorityFee })).toThrow(FaultError),
  );
});
