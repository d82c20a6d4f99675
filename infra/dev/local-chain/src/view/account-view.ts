import { zstdCompressSync } from 'node:zlib';
import bs58 from 'bs58';
import { type AccountState, TOKEN_2022_PROGRAM } from '../chain/account-state.ts';
import {
  MINT_BYTES,
  readMint,
  readTokenAccount,
  TOKEN_ACCOUNT_BYTES,
  type TokenAccount,
  uiTokenAmount,
} from '../chain/token-account.ts';

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

/** Token-2022 extensions by their number; names as in `UiExtension`. */
const EXTENSION_NAMES: Record<number, string> = {
  1: 'transferFeeConfig',
  2: 'transferFeeAmount',
  3: 'mintCloseAuthority',
  4: 'confidentialTransferMint',
  5: 'confidentialTransferAccount',
  6: 'defaultAccountState',
  7: 'immutableOwner',
  8: 'memoTransfer',
  9: 'nonTransferable',
  10: 'interestBearingConfig',
  11: 'cpiGuard',
  12: 'permanentDelegate',
  13: 'nonTransferableAccount',
  14: 'transferHook',
  15: 'transferHookAccount',
  18: 'metadataPointer',
  19: 'tokenMetadata',
};

const EXTENSIONS_OFFSET = 166;

/** Names of an account's extensions. Their contents are not decoded. */
function extensionsOf({ owner, data }: AccountState): { extension: string }[] {
  if (owner !== TOKEN_2022_PROGRAM || data.length <= EXTENSIONS_OFFSET) return [];
  const bytes = Buffer.from(data);
  const found: { extension: string }[] = [];
  for (let at = EXTENSIONS_OFFSET; at + 4 <= bytes.length; at += 4 + bytes.readUInt16LE(at + 2)) {
    const kind = bytes.readUInt16LE(at);
    if (kind === 0) break;
    found.push({ extension: EXTENSION_NAMES[kind] ?? 'unparseableExtension' });
  }
  return found;
}

function tokenInfo(token: TokenAccount, decimals: number): { [key: string]: unknown } {
  return {
    isNative: token.nativeReserve !== null,
    mint: token.mint,
    owner: token.owner,
    state: token.state,
    tokenAmount: uiTokenAmount(token.amount, decimals),
    ...(token.delegate
      ? { delegate: token.delegate, delegatedAmount: uiTokenAmount(token.delegatedAmount, decimals) }
      : {}),
    ...(token.nativeReserve !== null
      ? { rentExemptReserve: uiTokenAmount(token.nativeReserve, decimals) }
      : {}),
    ...(token.closeAuthority ? { closeAuthority: token.closeAuthority } : {}),
  };
}

/** Parses token accounts and mints of both token programs; null for everything else. */
function parseAccount(
  account: AccountState,
  read: (address: string) => AccountState | null,
): ParsedAccount | null {
  const program = account.owner === TOKEN_2022_PROGRAM ? 'spl-token-2022' : 'spl-token';
  const space = account.data.length;
  const extensions = extensionsOf(account);
  const extended = space > Math.max(MINT_BYTES, TOKEN_ACCOUNT_BYTES) ? { extensions } : {};
  const mint = readMint(account);
  if (mint) {
    const info = { ...mint, supply: mint.supply.toString(), ...extended };
    return { program, space, parsed: { type: 'mint', info } };
  }
  const token = readTokenAccount(account);
  const itsMint = token && readMint(read(token.mint));
  if (!token || !itsMint) return null;
  return {
    program,
    space,
    parsed: { type: 'account', info: { ...tokenInfo(token, itsMint.decimals), ...extended } },
  };
}
