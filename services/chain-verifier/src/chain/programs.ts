/** Well-known addresses, as published in the programs' own sources. */

export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
export const TOKEN_2022_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
export const SYSTEM_PROGRAM = '11111111111111111111111111111111';
export const INCINERATOR = '1nc1nerator11111111111111111111111111111111';

/** Memo 1, 3 and 4 of solana-program/memo (named in interface/src/lib.rs); the instruction data of each is the text. */
const memoPrograms: ReadonlySet<string> = new Set([
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo4c2pN8afCj432Lb7RMVKi9PbQnnW7ewFFaV3oAH',
]);

const nativeMints: ReadonlySet<string> = new Set([
  'So11111111111111111111111111111111111111112',
  '9pan9bMn5HatX4EJdBwg9VgCa7Uz5HL8N1m5D3NdXej9',
]);

/** Programs that call no other program: a transaction of only these has no inner instructions that matter. */
const leafPrograms: ReadonlySet<string> = new Set([
  SYSTEM_PROGRAM,
  'ComputeBudget111111111111111111111111111111',
  TOKEN_PROGRAM,
  TOKEN_2022_PROGRAM,
  ...memoPrograms,
]);

export function isTokenProgram(program: string): boolean {
  return program === TOKEN_PROGRAM || program === TOKEN_2022_PROGRAM;
}

export function isMemoProgram(program: string): boolean {
  return memoPrograms.has(program);
}

/** Wrapped SOL: its token balances follow lamports, which move without token instructions. */
export function isNativeMint(mint: string): boolean {
  return nativeMints.has(mint);
}

export function isLeafProgram(program: string): boolean {
  return leafPrograms.has(program);
}
