import type { Address } from '@solana/kit';
import type { LiteSVM } from 'litesvm';
import { readAccount } from './account-state.ts';

/** Memo programs: v1, v2 and the default address of @solana-program/memo since 0.15. */
export const MEMO_V1_PROGRAM = 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo';
export const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
export const MEMO_NEW_PROGRAM = 'Memo4c2pN8afCj432Lb7RMVKi9PbQnnW7ewFFaV3oAH';

export const isMemoProgram = (program: string): boolean =>
  program === MEMO_PROGRAM || program === MEMO_V1_PROGRAM || program === MEMO_NEW_PROGRAM;

/** Adds what LiteSVM does not preload: wrapped SOL's mints, and the memo program at its newest address. */
export function installPrograms(svm: LiteSVM): void {
  svm.withNativeMints();
  const memo = readAccount(svm, MEMO_PROGRAM);
  if (memo) svm.addProgram(MEMO_NEW_PROGRAM as Address, memo.data);
}
