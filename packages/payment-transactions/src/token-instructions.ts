import { type AccountMeta, PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js';

const ASSOCIATED_TOKEN_PROGRAM = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
const MEMO_PROGRAM = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');

// Instruction discriminators: spl-token `instruction.rs`, associated token account `instruction.rs`.
const TRANSFER_CHECKED = 12;
const BURN_CHECKED = 15;
const CREATE_IDEMPOTENT = 1;

const writable = (pubkey: PublicKey): AccountMeta => ({ pubkey, isSigner: false, isWritable: true });
const readonly = (pubkey: PublicKey): AccountMeta => ({ pubkey, isSigner: false, isWritable: false });
const signer = (pubkey: PublicKey): AccountMeta => ({ pubkey, isSigner: true, isWritable: false });

/** web3.js types require Node's Buffer, but any bytes work, also outside Node. */
const bytes = (data: Uint8Array) => data as Buffer;

/** `kind`, the amount as u64, the decimals. */
function amountData(kind: number, amount: bigint, decimals: number): Buffer {
  const data = new Uint8Array(10);
  const view = new DataView(data.buffer);
  view.setUint8(0, kind);
  view.setBigUint64(1, amount, true);
  view.setUint8(9, decimals);
  return bytes(data);
}

/** A token account with the amount to take, in base units. */
export type Source = {
  mint: PublicKey;
  account: PublicKey;
  owner: PublicKey;
  tokenProgram: PublicKey;
  amount: bigint;
  decimals: number;
};

/** The associated token account address of an owner and a mint. */
export function associatedTokenAccount(
  mint: PublicKey,
  owner: PublicKey,
  tokenProgram: PublicKey,
): PublicKey {
  const seeds = [owner.toBytes(), tokenProgram.toBytes(), mint.toBytes()];
  return PublicKey.findProgramAddressSync(seeds, ASSOCIATED_TOKEN_PROGRAM)[0];
}

/** Creates an owner's associated token account if missing. */
export function createTokenAccount(
  payer: PublicKey,
  mint: PublicKey,
  owner: PublicKey,
  tokenProgram: PublicKey,
): TransactionInstruction {
  return new TransactionInstruction({
    programId: ASSOCIATED_TOKEN_PROGRAM,
    keys: [
      { pubkey: payer, isSigner: true, isWritable: true },
      writable(associatedTokenAccount(mint, owner, tokenProgram)),
      readonly(owner),
      readonly(mint),
      readonly(SystemProgram.programId),
      readonly(tokenProgram),
    ],
    data: bytes(Uint8Array.of(CREATE_IDEMPOTENT)),
  });
}

/** `reference`: a non-signing key by which the transaction can be found (Solana Pay specification, "Reference"). */
export function burnChecked(
  { mint, account, owner, tokenProgram, amount, decimals }: Source,
  reference: PublicKey,
): TransactionInstruction {
  return new TransactionInstruction({
    programId: tokenProgram,
    keys: [writable(account), writable(mint), signer(owner), readonly(reference)],
    data: amountData(BURN_CHECKED, amount, decimals),
  });
}

/** `reference` as in `burnChecked`. */
export function transferChecked(
  { mint, account, owner, tokenProgram, amount, decimals }: Source,
  to: PublicKey,
  reference: PublicKey,
): TransactionInstruction {
  return new TransactionInstruction({
    programId: tokenProgram,
    keys: [writable(account), readonly(mint), writable(to), signer(owner), readonly(reference)],
    data: amountData(TRANSFER_CHECKED, amount, decimals),
  });
}

export function memo(text: string): TransactionInstruction {
  return new TransactionInstruction({
    programId: MEMO_PROGRAM,
    keys: [],
    data: bytes(new TextEncoder().encode(text)),
  });
}
