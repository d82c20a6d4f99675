import bs58 from 'bs58';
import { type AccountState, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './account-state.ts';

/** Layout of SPL Token accounts and mints (spl-token `state.rs`; Token-2022 appends extensions). */
export const TOKEN_ACCOUNT_BYTES = 165;
export const MINT_BYTES = 82;
/** Offset of Token-2022's account type: 1 mint, 2 token account. */
const ACCOUNT_TYPE_OFFSET = 165;
const ACCOUNT_TYPE_MINT = 1;
const ACCOUNT_TYPE_TOKEN = 2;

export type TokenAccountState = 'uninitialized' | 'initialized' | 'frozen';

export type TokenAccount = {
  mint: string;
  owner: string;
  amount: bigint;
  delegate: string | null;
  state: TokenAccountState;
  /** Rent-exempt reserve of a wrapped SOL account; null for other tokens. */
  nativeReserve: bigint | null;
  delegatedAmount: bigint;
  closeAuthority: string | null;
};

export type Mint = {
  mintAuthority: string | null;
  supply: bigint;
  decimals: number;
  isInitialized: boolean;
  freezeAuthority: string | null;
};

export const isTokenProgram = (program: string): boolean =>
  program === TOKEN_PROGRAM || program === TOKEN_2022_PROGRAM;

const STATES: readonly TokenAccountState[] = ['uninitialized', 'initialized', 'frozen'];

function hasKind(account: AccountState, baseBytes: number, kind: number): boolean {
  if (!isTokenProgram(account.owner)) return false;
  if (account.data.length === baseBytes) return true;
  return (
    account.owner === TOKEN_2022_PROGRAM &&
    account.data.length > ACCOUNT_TYPE_OFFSET &&
    account.data[ACCOUNT_TYPE_OFFSET] === kind
  );
}

const view = (data: Uint8Array): DataView => new DataView(data.buffer, data.byteOffset, data.byteLength);
const key = (data: Uint8Array, offset: number): string => bs58.encode(data.subarray(offset, offset + 32));
const optionalKey = (data: Uint8Array, offset: number): string | null =>
  view(data).getUint32(offset, true) === 1 ? key(data, offset + 4) : null;

/** Reads a token account of either token program; null for other or uninitialised accounts. */
export function readTokenAccount(account: AccountState | null): TokenAccount | null {
  if (!account || !hasKind(account, TOKEN_ACCOUNT_BYTES, ACCOUNT_TYPE_TOKEN)) return null;
  const { data } = account;
  const state = STATES[data[108] ?? 0] ?? 'uninitialized';
  if (state === 'uninitialized') return null;
  const numbers = view(data);
  return {
    mint: key(data, 0),
    owner: key(data, 32),
    amount: numbers.getBigUint64(64, true),
    delegate: optionalKey(data, 72),
    state,
    nativeReserve: numbers.getUint32(109, true) === 1 ? numbers.getBigUint64(113, true) : null,
    delegatedAmount: numbers.getBigUint64(121, true),
    closeAuthority: optionalKey(data, 129),
  };
}

/** Reads a mint of either token program; null for other or uninitialised accounts. */
export function readMint(account: AccountState | null): Mint | null {
  if (!account || !hasKind(account, MINT_BYTES, ACCOUNT_TYPE_MINT)) return null;
  const { data } = account;
  if (data[45] !== 1) return null;
  return {
    mintAuthority: optionalKey(data, 0),
    supply: view(data).getBigUint64(36, true),
    decimals: data[44] ?? 0,
    isInitialized: true,
    freezeAuthority: optionalKey(data, 46),
  };
}

/** The `uiTokenAmount` of a node: base units as text, and the same in whole tokens. */
export type UiTokenAmount = {
  amount: string;
  decimals: number;
  uiAmount: number | null;
  uiAmountString: string;
};

/** Whole tokens as text without trailing zeros: 1500000, 6 → "1.5". */
export function decimalText(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return fraction ? `${whole}.${fraction}` : whole;
}

export function uiTokenAmount(amount: bigint, decimals: number): UiTokenAmount {
  const uiAmountString = decimalText(amount, decimals);
  return { amount: amount.toString(), decimals, uiAmount: Number(uiAmountString), uiAmountString };
}
