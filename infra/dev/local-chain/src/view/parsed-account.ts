import { type AccountState, TOKEN_2022_PROGRAM } from '../chain/account-state.ts';
import {
  MINT_BYTES,
  readMint,
  readTokenAccount,
  TOKEN_ACCOUNT_BYTES,
  type TokenAccount,
  uiTokenAmount,
} from '../chain/token-account.ts';

/** Account data in the shape of encoding "jsonParsed" (account-decoder in Agave). */
export type ParsedAccount = {
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
export function parseAccount(
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
