import * as payments from '@naughty-list/payment-transactions/build-payment';
import { PublicKey, SYSVAR_RENT_PUBKEY, TransactionInstruction } from '@solana/web3.js';

/** Instructions for @solana/web3.js, written out byte by byte as in spl-token's `instruction.rs`. */
export const TOKEN_PROGRAM_ID = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
export const TOKEN_2022_PROGRAM_ID = new PublicKey('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');
const MEMO_PROGRAM_ID = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');

/** Size of a mint without extensions. */
export const MINT_SPACE = 82;

const MINT_TO = 7;
const BURN_CHECKED = 15;
const TRANSFER_CHECKED = 12;
const INITIALIZE_MINT = 0;

type Meta = { pubkey: PublicKey; isSigner: boolean; isWritable: boolean };
const writable = (pubkey: PublicKey): Meta => ({ pubkey, isSigner: false, isWritable: true });
const readonly = (pubkey: PublicKey): Meta => ({ pubkey, isSigner: false, isWritable: false });
const signer = (pubkey: PublicKey): Meta => ({ pubkey, isSigner: true, isWritable: false });

function amountData(kind: number, amount: bigint, decimals?: number): Buffer {
  const data = Buffer.alloc(decimals === undefined ? 9 : 10);
  data.writeUInt8(kind, 0);
  data.writeBigUInt64LE(amount, 1);
  if (decimals !== undefined) data.writeUInt8(decimals, 9);
  return data;
}

/** The associated token account of an owner. */
export const associatedTokenAddress = (mint: PublicKey, owner: PublicKey, program = TOKEN_PROGRAM_ID) =>
  payments.associatedTokenAccount(mint, owner, program);

/** Creates an owner's associated token account unless it exists. */
export const createTokenAccount = (
  payer: PublicKey,
  mint: PublicKey,
  owner: PublicKey,
  program = TOKEN_PROGRAM_ID,
) => payments.createTokenAccount(payer, mint, owner, program);

/** Turns an allocated account into a mint without a freeze authority. */
export function initializeMint(
  mint: PublicKey,
  decimals: number,
  authority: PublicKey,
  tokenProgram = TOKEN_PROGRAM_ID,
): TransactionInstruction {
  return new TransactionInstruction({
    programId: tokenProgram,
    keys: [writable(mint), readonly(SYSVAR_RENT_PUBKEY)],
    data: Buffer.concat([Buffer.from([INITIALIZE_MINT, decimals]), authority.toBuffer(), Buffer.alloc(33)]),
  });
}

export function mintTo(
  mint: PublicKey,
  account: PublicKey,
  authority: PublicKey,
  amount: bigint,
  tokenProgram = TOKEN_PROGRAM_ID,
): TransactionInstruction {
  return new TransactionInstruction({
    programId: tokenProgram,
    keys: [writable(mint), writable(account), signer(authority)],
    data: amountData(MINT_TO, amount),
  });
}

type TokenSource = {
  mint: PublicKey;
  account: PublicKey;
  owner: PublicKey;
  decimals: number;
  tokenProgram?: PublicKey;
};

/** Burns base units from a token account. */
export function burnChecked(source: TokenSource, amount: bigint): TransactionInstruction {
  return new TransactionInstruction({
    programId: source.tokenProgram ?? TOKEN_PROGRAM_ID,
    keys: [writable(source.account), writable(source.mint), signer(source.owner)],
    data: amountData(BURN_CHECKED, amount, source.decimals),
  });
}

/** Moves base units to another token account of the same mint. */
export function transferChecked(
  source: TokenSource,
  destination: PublicKey,
  amount: bigint,
): TransactionInstruction {
  return new TransactionInstruction({
    programId: source.tokenProgram ?? TOKEN_PROGRAM_ID,
    keys: [writable(source.account), readonly(source.mint), writable(destination), signer(source.owner)],
    data: amountData(TRANSFER_CHECKED, amount, source.decimals),
  });
}

/** A memo of any bytes; the given signers must sign the transaction. */
export function memo(text: string, signers: PublicKey[] = []): TransactionInstruction {
  return new TransactionInstruction({
    programId: MEMO_PROGRAM_ID,
    keys: signers.map(signer),
    data: Buffer.from(text, 'utf8'),
  });
}
