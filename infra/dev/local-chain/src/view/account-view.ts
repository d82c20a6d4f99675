import { zstdCompressSync } from 'node:zlib';
import { unwrapOptionRecursively } from '@solana/kit';
import { type Token, AccountState as TokenState } from '@solana-program/token';
import bs58 from 'bs58';
import { type AccountState, TOKEN_2022_PROGRAM } from '../chain/account-state.ts';
import { readMint, readTokenAccount, uiTokenAmount } from '../chain/token-account.ts';

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

/** Account data in the shape of encoding "jsonParsed" (account-decoder in Agave). */
type ParsedAccount = {
  program: string;
  parsed: { type: string; info: { [key: string]: unknown } };
  space: number;
};

/** A token account as a node shows it; names as in Agave's `parse_token.rs`. */
function tokenInfo(token: Token, decimals: number): { [key: string]: unknown } {
  const { mint, owner, amount, delegatedAmount } = token;
  const { isNative: nativeReserve, delegate, closeAuthority } = unwrapOptionRecursively(token);
  return {
    isNative: nativeReserve !== null,
    mint,
    owner,
    state: TokenState[token.state].toLowerCase(),
    tokenAmount: uiTokenAmount(amount, decimals),
    ...(delegate && { delegate, delegatedAmount: uiTokenAmount(delegatedAmount, decimals) }),
    ...(nativeReserve !== null && { rentExemptReserve: uiTokenAmount(nativeReserve, decimals) }),
    ...(closeAuthority && { closeAuthority }),
  };
}

/** Parses token accounts and mints of both token programs, without extensions; null for everything else. */
function parseAccount(
  account: AccountState,
  read: (address: string) => AccountState | null,
): ParsedAccount | null {
  const program = account.owner === TOKEN_2022_PROGRAM ? 'spl-token-2022' : 'spl-token';
  const space = account.data.length;
  const mint = readMint(account);
  if (mint) {
    const info = { ...unwrapOptionRecursively(mint), supply: mint.supply.toString() };
    return { program, space, parsed: { type: 'mint', info } };
  }
  const token = readTokenAccount(account);
  const itsMint = token && readMint(read(token.mint));
  if (!token || !itsMint) return null;
  return { program, space, parsed: { type: 'account', info: tokenInfo(token, itsMint.decimals) } };
}
