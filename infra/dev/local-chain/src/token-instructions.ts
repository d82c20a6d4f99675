import * as payments from '@naughty-list/payment-transactions/build-payment';
import { address, type ReadonlyUint8Array } from '@solana/kit';
import { type AccountMeta, PublicKey, TransactionInstruction } from '@solana/web3.js';
import {
  getInitializeMint2InstructionDataEncoder,
  getMintSize,
  getMintToInstructionDataEncoder,
} from '@solana-program/token';

/** Instructions for @solana/web3.js: those of payments as the product makes them, the others of mints. */
export const TOKEN_PROGRAM_ID = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
export const TOKEN_2022_PROGRAM_ID = new PublicKey('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');

/** Size of a mint without extensions. */
export const MINT_SPACE = getMintSize();

const writable = (pubkey: PublicKey): AccountMeta => ({ pubkey, isSigner: false, isWritable: true });
const signer = (pubkey: PublicKey): AccountMeta => ({ pubkey, isSigner: true, isWritable: false });
const instruction = (programId: PublicKey, keys: AccountMeta[], data: ReadonlyUint8Array) =>
  new TransactionInstruction({ programId, keys, data: Buffer.from(data) });

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
  program = TOKEN_PROGRAM_ID,
): TransactionInstruction {
  const mintAuthority = address(authority.toBase58());
  const encoder = getInitializeMint2InstructionDataEncoder();
  return instruction(
    program,
    [writable(mint)],
    encoder.encode({ decimals, mintAuthority, freezeAuthority: null }),
  );
}

export const mintTo = (
  mint: PublicKey,
  account: PublicKey,
  authority: PublicKey,
  amount: bigint,
  program = TOKEN_PROGRAM_ID,
) =>
  instruction(
    program,
    [writable(mint), writable(account), signer(authority)],
    getMintToInstructionDataEncoder().encode({ amount }),
  );

type TokenSource = Omit<payments.Source, 'amount' | 'tokenProgram'> & { tokenProgram?: PublicKey };

/** A payment's instruction without the reference key that it ends with. */
function plain(payment: TransactionInstruction): TransactionInstruction {
  payment.keys.pop();
  return payment;
}

/** Burns base units from a token account. */
export const burnChecked = (source: TokenSource, amount: bigint) =>
  plain(payments.burnChecked({ tokenProgram: TOKEN_PROGRAM_ID, ...source, amount }, source.mint));

/** Moves base units to another token account of the same mint. */
export const transferChecked = (source: TokenSource, destination: PublicKey, amount: bigint) =>
  plain(
    payments.transferChecked({ tokenProgram: TOKEN_PROGRAM_ID, ...source, amount }, destination, source.mint),
  );

/** A memo of any text; the given signers must sign the transaction. */
export function memo(text: string, signers: PublicKey[] = []): TransactionInstruction {
  const note = payments.memo(text);
  note.keys.push(...signers.map(signer));
  return note;
}
