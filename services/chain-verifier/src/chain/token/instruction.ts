import { encodeBase58 } from '../base58.ts';
import type { Confidential, Movement } from '../facts.ts';

/** A decoded token instruction. `type` is the name that nodes print in encoding jsonParsed. */
export type TokenInstruction =
  | {
      kind: 'burn';
      type: string;
      account: string;
      mint: string;
      authority: string | null;
      extraKeys: string[];
      amount: bigint;
      decimals: number | null;
    }
  | {
      kind: 'transfer';
      type: string;
      source: string;
      destination: string;
      mint: string | null;
      authority: string | null;
      extraKeys: string[];
      amount: bigint;
      /** Set only if the instruction itself states it. */
      fee: bigint | null;
      decimals: number | null;
    }
  | { kind: 'mintTo'; type: string; account: string; mint: string; amount: bigint; decimals: number | null }
  | {
      kind: 'movement';
      type: string;
      movement: Movement['kind'];
      account: string;
      mint: string | null;
      amount: bigint | null;
      what: string | null;
      newAuthority: string | null;
    }
  | { kind: 'confidential'; type: string; confidential: Confidential['kind']; accounts: string[] }
  /** Changes neither balances nor owners of token accounts. */
  | { kind: 'neutral'; type: string }
  | { kind: 'batch'; nested: Nested[] };

/** One instruction inside a batch: decoded, or the reason why it was not. */
export type Nested =
  | { ok: true; instruction: Exclude<TokenInstruction, { kind: 'batch' }> }
  | { ok: false; reason: string; accounts: string[] };

/** Thrown by the decoders for unknown bytes; the reader records the instruction as undecodable. */
export class UndecodableError extends Error {}

export function undecodable(reason: string): never {
  throw new UndecodableError(reason);
}

type MovementFields = { amount?: bigint; mint?: string | null; what?: string; newAuthority?: string | null };

export function movement(
  kind: Movement['kind'],
  type: string,
  account: string,
  fields: MovementFields = {},
): TokenInstruction {
  return {
    kind: 'movement',
    type,
    movement: kind,
    account,
    mint: fields.mint ?? null,
    amount: fields.amount ?? null,
    what: fields.what ?? null,
    newAuthority: fields.newAuthority ?? null,
  };
}

/** Reads the data and accounts of one instruction front to back; missing bytes or accounts make it undecodable. */
export class ByteReader {
  readonly #data: Uint8Array;
  readonly accounts: readonly string[];
  #offset = 0;

  constructor(data: Uint8Array, accounts: readonly string[]) {
    this.#data = data;
    this.accounts = accounts;
  }

  get left(): number {
    return this.#data.length - this.#offset;
  }

  bytes(length: number): Uint8Array {
    if (length > this.left) return undecodable('the instruction data is too short');
    this.#offset += length;
    return this.#data.subarray(this.#offset - length, this.#offset);
  }

  u8(): number {
    return this.bytes(1)[0] ?? undecodable('the instruction data is too short');
  }

  u64(): bigint {
    const bytes = this.bytes(8);
    return new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0, true);
  }

  address(): string {
    return encodeBase58(this.bytes(32));
  }

  /** An address after a one-byte flag. */
  optionalAddress(): string | null {
    const flag = this.u8();
    if (flag > 1) return undecodable('an option is neither absent nor present');
    return flag === 1 ? this.address() : null;
  }

  account(index: number): string {
    return this.accounts[index] ?? undecodable(`account ${index} is missing`);
  }

  /** The authority at `index` and the accounts after it: multisig signers, references, hook accounts. */
  authority(index: number): { authority: string; extraKeys: string[] } {
    return { authority: this.account(index), extraKeys: this.accounts.slice(index + 1) };
  }
}
