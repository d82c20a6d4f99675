import { type Address, lamports } from '@solana/kit';
import {
  getMintDecoder,
  getTokenDecoder,
  type Mint,
  type Token,
  AccountState as TokenState,
} from '@solana-program/token';
import type { LiteSVM } from 'litesvm';

export const SYSTEM_PROGRAM = '11111111111111111111111111111111';
export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
export const TOKEN_2022_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';

/** Memo programs: v1, v2 and the default address of @solana-program/memo since 0.15. */
const MEMO_V1_PROGRAM = 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo';
export const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
export const MEMO_NEW_PROGRAM = 'Memo4c2pN8afCj432Lb7RMVKi9PbQnnW7ewFFaV3oAH';

export const isMemoProgram = (program: string): boolean =>
  program === MEMO_PROGRAM || program === MEMO_V1_PROGRAM || program === MEMO_NEW_PROGRAM;

/** State of an account. */
export type AccountState = {
  lamports: bigint;
  owner: string;
  data: Uint8Array;
  executable: boolean;
};

/** Reads one account; null if it does not exist or holds no lamports. */
export function readAccount(svm: LiteSVM, address: string): AccountState | null {
  const account = svm.getAccount(address as Address);
  if (!account.exists) return null;
  return {
    lamports: account.lamports,
    owner: account.programAddress,
    data: account.data as unknown as Uint8Array,
    executable: account.executable,
  };
}

/** Writes one account; null removes it. */
export function writeAccount(svm: LiteSVM, address: string, state: AccountState | null): void {
  const account = state ?? { lamports: 0n, owner: SYSTEM_PROGRAM, data: new Uint8Array(), executable: false };
  svm.setAccount({
    address: address as Address,
    lamports: lamports(account.lamports),
    programAddress: account.owner as Address,
    data: account.data,
    executable: account.executable,
    space: BigInt(account.data.length),
  });
}

/** Whether both states are equal. */
export function sameAccount(left: AccountState | null, right: AccountState | null): boolean {
  if (left === null || right === null) return left === right;
  return (
    left.lamports === right.lamports &&
    left.owner === right.owner &&
    left.executable === right.executable &&
    Buffer.compare(left.data, right.data) === 0
  );
}

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
