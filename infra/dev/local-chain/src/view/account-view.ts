import { zstdCompressSync } from 'node:zlib';
import bs58 from 'bs58';
import type { AccountState } from '../chain/account-state.ts';
import { type ParsedAccount, parseAccount } from './parsed-account.ts';

export type AccountEncoding = 'binary' | 'base58' | 'base64' | 'base64+zstd' | 'jsonParsed';

export type DataSlice = { offset: number; length: number };

/** An account in the shape of `getAccountInfo`. */
export type AccountView = {
  data: string | [string, string] | ParsedAccount;
  executable: boolean;
  lamports: number;
  owner: string;
  rentEpoch: number;
  space: number;
};

/** Larger data is not encoded in base58 (MAX_BASE58_BYTES in Agave). */
export const MAX_BASE58_BYTES = 128;

/** Nodes return u64::MAX, since rent is no longer collected. JSON readers see the nearest double. */
const RENT_EPOCH = Number(2n ** 64n - 1n);

function encodeData(data: Uint8Array, encoding: AccountEncoding): string | [string, string] {
  if (encoding === 'binary') return bs58.encode(data);
  if (encoding === 'base58') return [bs58.encode(data), 'base58'];
  if (encoding === 'base64+zstd') return [zstdCompressSync(data).toString('base64'), 'base64+zstd'];
  return [Buffer.from(data).toString('base64'), 'base64'];
}

/**
 * Shows an account. "jsonParsed" falls back to base64 for programs without a parser.
 * @param read finds the mint of a token account
 */
export function viewAccount(
  account: AccountState,
  encoding: AccountEncoding,
  slice: DataSlice | null,
  read: (address: string) => AccountState | null,
): AccountView {
  const parsed = encoding === 'jsonParsed' ? parseAccount(account, read) : null;
  const data = slice ? account.data.subarray(slice.offset, slice.offset + slice.length) : account.data;
  return {
    data: parsed ?? encodeData(data, encoding),
    executable: account.executable,
    lamports: Number(account.lamports),
    owner: account.owner,
    rentEpoch: RENT_EPOCH,
    space: account.data.length,
  };
}
