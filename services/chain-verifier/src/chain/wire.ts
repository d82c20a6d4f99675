import { encodeBase58 } from './base58.ts';
import { malformed } from './fault.ts';

/** A transaction's message with unresolved indices: the common form of the wire and json encodings. */
export type CompiledMessage = {
  version: 'legacy' | 0 | 1;
  header: { required: number; readonlySigned: number; readonlyUnsigned: number };
  staticKeys: string[];
  instructions: CompiledInstruction[];
  lookups: Lookup[];
};
/** What the message loads from one lookup table. */
export type Lookup = { table: string; writable: number[]; readonly: number[] };
export type CompiledInstruction = { programIndex: number; accountIndexes: number[]; data: Uint8Array };

export type WireTransaction = { signatures: string[]; signedBytes: Uint8Array; message: CompiledMessage };

const VERSION_FLAG = 0x80;

/** Reads the bytes of a legacy, v0 or v1 (SIMD-0385) transaction. Leftover or missing bytes are malformed. */
export function parseWire(bytes: Uint8Array): WireTransaction {
  if (bytes[0] === (VERSION_FLAG | 1)) return parseWireV1(bytes);
  const cursor = new Cursor(bytes);
  const signatures = cursor.list(() => encodeBase58(cursor.take(64)));
  const signedBytes = bytes.subarray(cursor.offset);
  const message = parseMessage(cursor);
  if (cursor.left > 0) return malformed('bytes are left over behind the transaction');
  return { signatures, signedBytes, message };
}

function parseMessage(cursor: Cursor): CompiledMessage {
  let first = cursor.u8();
  const versioned = (first & VERSION_FLAG) !== 0;
  if (versioned && first !== VERSION_FLAG)
    return malformed(`message version ${first & 0x7f} is not known here`);
  if (versioned) first = cursor.u8();
  const header = { required: first, readonlySigned: cursor.u8(), readonlyUnsigned: cursor.u8() };
  const staticKeys = cursor.list(() => encodeBase58(cursor.take(32)));
  cursor.take(32);
  const instructions = cursor.list(() => ({
    programIndex: cursor.u8(),
    accountIndexes: cursor.list(() => cursor.u8()),
    data: cursor.take(cursor.length()),
  }));
  const lookups = versioned ? cursor.list(() => parseLookup(cursor)) : [];
  return { version: versioned ? 0 : 'legacy', header, staticKeys, instructions, lookups };
}

function parseLookup(cursor: Cursor): Lookup {
  const table = encodeBase58(cursor.take(32));
  const [writable, readonly] = [cursor.list(() => cursor.u8()), cursor.list(() => cursor.u8())];
  return { table, writable, readonly };
}

/** v1: the message first, then its signatures, as counted by the header; instruction headers precede their contents. */
function parseWireV1(bytes: Uint8Array): WireTransaction {
  const cursor = new Cursor(bytes);
  cursor.u8();
  const header = { required: cursor.u8(), readonlySigned: cursor.u8(), readonlyUnsigned: cursor.u8() };
  const configMask = cursor.u32();
  cursor.take(32);
  const instructionCount = cursor.u8();
  const staticKeys = cursor.times(cursor.u8(), () => encodeBase58(cursor.take(32)));
  cursor.take(configLength(configMask));
  const headers = cursor.times(instructionCount, () => ({
    programIndex: cursor.u8(),
    accountCount: cursor.u8(),
    dataLength: cursor.u16(),
  }));
  const instructions = headers.map(({ programIndex, accountCount, dataLength }) => ({
    programIndex,
    accountIndexes: [...cursor.take(accountCount)],
    data: cursor.take(dataLength),
  }));
  const signedBytes = bytes.subarray(0, cursor.offset);
  const signatures = cursor.times(header.required, () => encodeBase58(cursor.take(64)));
  if (cursor.left > 0) return malformed('bytes are left over behind the transaction');
  return { signatures, signedBytes, message: { version: 1, header, staticKeys, instructions, lookups: [] } };
}

/** Two bits for the priority fee (a u64), one each for three u32 limits. */
function configLength(mask: number): number {
  const feeBits = mask & 0b11;
  if (mask > 0b11111 || feeBits === 1 || feeBits === 2)
    return malformed('the transaction config mask is not known here');
  const limits = [0b00100, 0b01000, 0b10000].filter((bit) => (mask & bit) !== 0).length;
  return (feeBits === 3 ? 8 : 0) + limits * 4;
}

class Cursor {
  readonly #bytes: Uint8Array;
  offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length - this.offset;
  }

  take(length: number): Uint8Array {
    if (length > this.left) return malformed('the transaction is cut off');
    this.offset += length;
    return this.#bytes.subarray(this.offset - length, this.offset);
  }

  u8(): number {
    return this.take(1)[0] ?? malformed('the transaction is cut off');
  }

  u16(): number {
    return this.u8() + this.u8() * 0x100;
  }

  u32(): number {
    return this.u16() + this.u16() * 0x10000;
  }

  /** Solana's compact length: seven bits per byte, at most three bytes, in the shortest form. */
  length(): number {
    let value = 0;
    for (let index = 0; index < 3; index++) {
      const byte = this.u8();
      value += (byte & 0x7f) * 2 ** (7 * index);
      if (byte < 0x80) return byte === 0 && index > 0 ? malformed('a length is written too long') : value;
    }
    return malformed('a length is written too long');
  }

  list<T>(read: () => T): T[] {
    return this.times(this.length(), read);
  }

  times<T>(count: number, read: () => T): T[] {
    return Array.from({ length: count }, read);
  }
}
