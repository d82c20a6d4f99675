import type { TransferFee } from '@naughty-list/contracts/token-config';
import { sha256 } from '@noble/hashes/sha2.js';
import {
  type AccountMeta,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';

/** The effect of a payment; addresses in base58. */
export type PaymentPurpose =
  /** Burns tokens; memo and key both identify the purpose. */
  | { kind: 'burn'; memo: string; referenceKey: string }
  /** Sends tokens to a wallet, creating its token account if missing; memo and key both identify the purpose. */
  | { kind: 'transfer'; to: string; memo: string; referenceKey: string };

export type Payment = {
  payer: string;
  mint: string;
  decimals: number;
  /** At least one, each with its amount. */
  sources: readonly Holding[];
  purpose: PaymentPurpose;
  blockhash: string;
  /** `legacy` for wallets that do not support version 0. */
  version: 'legacy' | 0;
};

/** A transaction with the payer as its only signer. Throws a TypeError for an invalid address. */
export function buildPayment(payment: Payment): VersionedTransaction {
  const message = new TransactionMessage({
    payerKey: new PublicKey(payment.payer),
    recentBlockhash: payment.blockhash,
    instructions: instructionsOf(payment),
  });
  return new VersionedTransaction(
    payment.version === 'legacy' ? message.compileToLegacyMessage() : message.compileToV0Message(),
  );
}

function instructionsOf({ payer, mint, decimals, sources, purpose }: Payment) {
  const owner = new PublicKey(payer);
  const mintKey = new PublicKey(mint);
  const paying = sources.map(
    ({ address, amount, tokenProgram }): Source => ({
      mint: mintKey,
      account: new PublicKey(address),
      owner,
      tokenProgram: new PublicKey(tokenProgram),
      amount,
      decimals,
    }),
  );
  const key = new PublicKey(purpose.referenceKey);
  if (purpose.kind === 'burn')
    return [...paying.map((source) => burnChecked(source, key)), memo(purpose.memo)];
  const [first] = paying;
  if (!first) throw new TypeError('a payment needs a source');
  const to = new PublicKey(purpose.to);
  const account = associatedTokenAccount(mintKey, to, first.tokenProgram);
  // The memo directly precedes the transfer, as Solana Pay requires; an account of Token-2022 may require it of each. A transaction has
  // room for 1,232 bytes.
  const isRepeated = !first.tokenProgram.equals(TOKEN_PROGRAM);
  return [
    createTokenAccount(owner, mintKey, to, first.tokenProgram),
    ...paying.flatMap((source, index) => {
      const transfer = transferChecked(source, account, key);
      return index === 0 || isRepeated ? [memo(purpose.memo), transfer] : [transfer];
    }),
  ];
}

/** A token account to pay from: initialised, not frozen. Amounts are base units. */
export type Holding = { address: string; amount: bigint; tokenProgram: string };

// Layout of a token account (spl-token `state.rs`): amount u64 at 64, state at 108, where 1 is initialised, 2 frozen.
const AMOUNT_AT = 64;
const STATE_AT = 108;
const INITIALIZED = 1;

/** Reads a token account; only a usable one can pay. */
export function readHolding(address: string, tokenProgram: string, data: Uint8Array) {
  const amount = new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(AMOUNT_AT, true);
  return { address, amount, tokenProgram, isUsable: data[STATE_AT] === INITIALIZED };
}

/**
 * Chooses accounts for an amount, largest first, to use as few as possible. Undefined when the total is insufficient.
 */
export function chooseSources(holdings: readonly Holding[], amount: bigint): Holding[] | undefined {
  const largestFirst = [...holdings].sort((a, b) =>
    a.amount === b.amount ? 0 : a.amount < b.amount ? 1 : -1,
  );
  const sources: Holding[] = [];
  let missing = amount;
  for (const holding of largestFirst) {
    if (missing <= 0n || holding.amount <= 0n) break;
    let taken = holding.amount;
    if (taken > missing) taken = missing;
    sources.push({ ...holding, amount: taken });
    missing -= taken;
  }
  return missing > 0n ? undefined : sources;
}

/** The total balance of the accounts. */
export function totalHeld(holdings: readonly Holding[]): bigint {
  return holdings.reduce((total, { amount }) => total + amount, 0n);
}

const ASSOCIATED_TOKEN_PROGRAM = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
const TOKEN_PROGRAM = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
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

const DOMAIN = new TextEncoder().encode('naughty-list:reference-key:v1');

/** The payment target of a reference: the mint, and the wallet whose receipts count as burned. Base58. */
export type ReferenceOf = { mint: string; burnWallet: string; reference: string };

/**
 * The Solana Pay reference key of a reference, in base58: a read-only account of its payment, by which the payment is
 * found. It is derived from public data and pays for nothing by itself. An account key is any 32 bytes: it need not
 * be a curve point.
 */
export function referenceKeyOf({ mint, burnWallet, reference }: ReferenceOf): string {
  const hash = sha256
    .create()
    .update(DOMAIN)
    .update(new PublicKey(mint).toBytes())
    .update(new PublicKey(burnWallet).toBytes())
    .update(new TextEncoder().encode(reference))
    .digest();
  return new PublicKey(hash).toBase58();
}

function feeOf({ basisPoints, maximum }: TransferFee, amount: bigint): bigint {
  const fee = (amount * BigInt(basisPoints) + 9_999n) / 10_000n;
  return fee < BigInt(maximum) ? fee : BigInt(maximum);
}

/** Chooses accounts from which, after the fee of each transfer, at least the amount arrives. Returns the fees, too. */
export function chooseSourcesWithFee(
  holdings: readonly Holding[],
  amount: bigint,
  fee: TransferFee,
): { sources: Holding[] | undefined; fees: bigint } {
  let fees = 0n;
  for (;;) {
    const sources = chooseSources(holdings, amount + fees);
    if (!sources) return { sources, fees };
    const withheld = sources.reduce((sum, source) => sum + feeOf(fee, source.amount), 0n);
    const missing = amount - (totalHeld(sources) - withheld);
    if (missing <= 0n) return { sources, fees };
    fees += missing;
  }
}
