import { PublicKey, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import {
  associatedTokenAccount,
  burnChecked,
  createTokenAccount,
  memo,
  type Source,
  transferChecked,
} from './token-instructions.ts';

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
  // The memo directly precedes the transfer, as the Solana Pay specification requires.
  return [
    createTokenAccount(owner, mintKey, to, first.tokenProgram),
    memo(purpose.memo),
    ...paying.map((source) => transferChecked(source, account, key)),
  ];
}

/** A token account to pay from: initialised, not frozen. Amounts are base units. */
export type Holding = { address: string; amount: bigint; tokenProgram: string };

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
