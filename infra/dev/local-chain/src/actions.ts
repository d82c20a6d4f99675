import { setTimeout as sleep } from 'node:timers/promises';
import {
  Connection,
  type Keypair,
  PublicKey,
  Transaction,
  type TransactionInstruction,
} from '@solana/web3.js';
import {
  associatedTokenAddress,
  burnChecked,
  createTokenAccount,
  memo,
  transferChecked,
} from './token-instructions.ts';

/** Actions of a LIST holder, on any Solana RPC. */
export type HolderAction = Omit<PaymentOrder, 'to'> & { rpcUrl: string };

const ASK_EVERY_MS = 100;

const connect = (rpcUrl: string): Connection => new Connection(rpcUrl, 'confirmed');

/**
 * Polls, since a websocket of web3.js would outlive the action and call a stopped chain.
 * @throws Error when the transaction failed or expired
 */
export async function untilConfirmed(
  connection: Connection,
  signature: string,
  lastValidBlockHeight: number,
): Promise<void> {
  for (;;) {
    const { value } = await connection.getSignatureStatus(signature);
    if (value?.err) throw new Error(`transaction ${signature} failed: ${JSON.stringify(value.err)}`);
    if (value?.confirmationStatus === 'confirmed' || value?.confirmationStatus === 'finalized') return;
    if ((await connection.getBlockHeight()) > lastValidBlockHeight) {
      throw new Error(`transaction ${signature} did not land`);
    }
    await sleep(ASK_EVERY_MS);
  }
}

/** Signs, sends and waits until confirmed; the first signer pays. @returns the signature @throws when refused */
export async function sendAll(
  rpcUrl: string,
  instructions: TransactionInstruction[],
  signers: [Keypair, ...Keypair[]],
): Promise<string> {
  const connection = connect(rpcUrl);
  const latest = await connection.getLatestBlockhash();
  const transaction = new Transaction({ feePayer: signers[0].publicKey, ...latest }).add(...instructions);
  transaction.sign(...signers);
  const signature = await connection.sendRawTransaction(transaction.serialize());
  await untilConfirmed(connection, signature, latest.lastValidBlockHeight);
  return signature;
}

/** Burns LIST from the payer's associated token account. @returns the signature, confirmed */
export const burnList = (action: HolderAction): Promise<string> =>
  sendAll(action.rpcUrl, instructionsOf(action), [action.payer]);

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
