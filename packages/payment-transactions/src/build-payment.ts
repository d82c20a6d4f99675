import { PublicKey, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import type { Holding } from './choose-sources.ts';
import {
  associatedTokenAccount,
  burnChecked,
  createTokenAccount,
  memo,
  type Source,
  transferChecked,
} from './token-instructions.ts';

/** What a payment does; addresses in base58. */
export type PaymentPurpose =
  /** Destroys tokens; memo and key both say what for. */
  | { kind: 'burn'; memo: string; referenceKey: string }
  /** Sends tokens to a wallet, whose token account is created where there is none; memo and key both say what for. */
  | { kind: 'transfer'; to: string; memo: string; referenceKey: string };

export type Payment = {
  payer: string;
  mint: string;
  decimals: number;
  /** At least one, each with what it pays. */
  sources: readonly Holding[];
  purpose: PaymentPurpose;
  blockhash: string;
  /** `legacy` for those who do not read version 0. */
  version: 'legacy' | 0;
};

/** A transaction for the payer to sign: nobody else's signature is asked for. Throws a TypeError for what is no address. */
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
  // The memo right before the transfer, as the Solana Pay specification has it.
  return [
    createTokenAccount(owner, mintKey, to, first.tokenProgram),
    memo(purpose.memo),
    ...paying.map((source) => transferChecked(source, account, key)),
  ];
}
