import { encodeBase58 } from '../base58.ts';
import { undecodable } from './instruction.ts';

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
