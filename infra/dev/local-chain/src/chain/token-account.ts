import {
  getMintDecoder,
  getTokenDecoder,
  type Mint,
  type Token,
  AccountState as TokenState,
} from '@solana-program/token';
import { type AccountState, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './account-state.ts';

/** Sizes of SPL Token accounts and mints; Token-2022 appends extensions. */
const TOKEN_ACCOUNT_BYTES = 165;
const MINT_BYTES = 82;
/** Offset of Token-2022's account type: 1 mint, 2 token account. */
const ACCOUNT_TYPE_OFFSET = 165;
const ACCOUNT_TYPE_MINT = 1;
const ACCOUNT_TYPE_TOKEN = 2;

export const isTokenProgram = (program: string): boolean =>
  program === TOKEN_PROGRAM || program === TOKEN_2022_PROGRAM;

function hasKind(account: AccountState, baseBytes: number, kind: number): boolean {
  if (!isTokenProgram(account.owner)) return false;
  if (account.data.length === baseBytes) return true;
  return (
    account.owner === TOKEN_2022_PROGRAM &&
    account.data.length > ACCOUNT_TYPE_OFFSET &&
    account.data[ACCOUNT_TYPE_OFFSET] === kind
  );
}

/** Reads a token account of either token program; null for other or uninitialised accounts. */
export function readTokenAccount(account: AccountState | null): Token | null {
  if (!account || !hasKind(account, TOKEN_ACCOUNT_BYTES, ACCOUNT_TYPE_TOKEN)) return null;
  const token = getTokenDecoder().decode(account.data);
  return token.state === TokenState.Uninitialized ? null : token;
}

/** Reads a mint of either token program; null for other or uninitialised accounts. */
export function readMint(account: AccountState | null): Mint | null {
  if (!account || !hasKind(account, MINT_BYTES, ACCOUNT_TYPE_MINT)) return null;
  const mint = getMintDecoder().decode(account.data);
  return mint.isInitialized ? mint : null;
}

/** Whole tokens as text without trailing zeros: 1500000, 6 → "1.5". */
export function decimalText(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return fraction ? `${whole}.${fraction}` : whole;
}

/** The `uiTokenAmount` of a node: base units as text, and the same in whole tokens. */
export function uiTokenAmount(amount: bigint, decimals: number) {
  const uiAmountString = decimalText(amount, decimals);
  return { amount: amount.toString(), decimals, uiAmount: Number(uiAmountString), uiAmountString };
}
