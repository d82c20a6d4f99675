import { type Keypair, PublicKey, Transaction, type TransactionInstruction } from '@solana/web3.js';
import bs58 from 'bs58';
import {
  associatedTokenAddress,
  burnChecked,
  createTokenAccount,
  memo,
  transferChecked,
} from './token-instructions.ts';

const DECIMALS = 6;

/** A signed transaction, not sent yet; sent repeatedly, it still lands once. */
export type SignedTransaction = { signature: string; wire: string };

export type PaymentOrder = {
  payer: Keypair;
  /** Pays the transaction's fee; the payer by default. */
  feePayer?: Keypair;
  mint: string;
  /** Base units, 6 decimals. */
  amount: bigint;
  /** The receiving wallet; burned if omitted. */
  to?: string;
  /** A memo in the same transaction. */
  memo?: string;
  /** A Solana Pay reference key: an account after the authority. */
  referenceKey?: string;
};

/** Signs a burn or a transfer of tokens out of the payer's associated account. `wire` is base64. */
export function signPayment(order: PaymentOrder, blockhash: string): SignedTransaction {
  const { payer, feePayer = payer, amount, to, referenceKey } = order;
  const owner = payer.publicKey;
  const mint = new PublicKey(order.mint);
  const source = { mint, account: associatedTokenAddress(mint, owner), owner, decimals: DECIMALS };
  const destination = to === undefined ? undefined : new PublicKey(to);
  const pay = destination
    ? transferChecked(source, associatedTokenAddress(mint, destination), amount)
    : burnChecked(source, amount);
  if (referenceKey !== undefined)
    pay.keys.push({ pubkey: new PublicKey(referenceKey), isSigner: false, isWritable: false });
  const instructions = [
    ...(destination ? [createTokenAccount(feePayer.publicKey, mint, destination)] : []),
    pay,
    ...(order.memo === undefined ? [] : [memo(order.memo)]),
  ];
  return sign(instructions, feePayer === payer ? [payer] : [feePayer, payer], blockhash);
}

function sign(
  instructions: TransactionInstruction[],
  signers: [Keypair, ...Keypair[]],
  blockhash: string,
): SignedTransaction {
  const transaction = new Transaction({
    feePayer: signers[0].publicKey,
    blockhash,
    lastValidBlockHeight: 0,
  });
  transaction.add(...instructions).sign(...signers);
  if (!transaction.signature) throw new Error('the transaction was not signed');
  return {
    signature: bs58.encode(transaction.signature),
    wire: transaction.serialize().toString('base64'),
  };
}
