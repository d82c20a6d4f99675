import { type Address, lamports } from '@solana/kit';
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
