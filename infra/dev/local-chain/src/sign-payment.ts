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

export type PaymentOrder = {
  payer: Keypair;
  mint: string;
  /** Base units, 6 decimals. */
  amount: bigint;
  /** The receiving wallet, whose token account is created if missing; burned if omitted. */
  to?: string;
  /** A memo in the same transaction, without signers. */
  memo?: string;
  /** A Solana Pay reference key: a non-signing account after the authority. */
  referenceKey?: string;
};

/** Burns or transfers tokens out of the payer's associated token account. */
export function instructionsOf({
  payer,
  amount,
  to,
  referenceKey,
  ...order
}: PaymentOrder): TransactionInstruction[] {
  const owner = payer.publicKey;
  const mint = new PublicKey(order.mint);
  const source = { mint, account: associatedTokenAddress(mint, owner), owner, decimals: DECIMALS };
  const destination = to === undefined ? undefined : new PublicKey(to);
  const pay = destination
    ? transferChecked(source, associatedTokenAddress(mint, destination), amount)
    : burnChecked(source, amount);
  if (referenceKey !== undefined)
    pay.keys.push({ pubkey: new PublicKey(referenceKey), isSigner: false, isWritable: false });
  return [
    ...(destination ? [createTokenAccount(owner, mint, destination)] : []),
    pay,
    ...(order.memo === undefined ? [] : [memo(order.memo)]),
  ];
}

/** Signs a payment without sending it; sent repeatedly, it still lands once. `wire` is base64. */
export function signPayment(order: PaymentOrder, blockhash: string): { signature: string; wire: string } {
  const { payer } = order;
  const transaction = new Transaction({ feePayer: payer.publicKey, blockhash, lastValidBlockHeight: 0 });
  transaction.add(...instructionsOf(order)).sign(payer);
  if (!transaction.signature) throw new Error('the transaction was not signed');
  return {
    signature: bs58.encode(transaction.signature),
    wire: transaction.serialize().toString('base64'),
  };
}
