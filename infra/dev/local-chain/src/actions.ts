import { setTimeout as sleep } from 'node:timers/promises';
import { Connection, Keypair, PublicKey, Transaction, type TransactionInstruction } from '@solana/web3.js';
import {
  associatedTokenAddress,
  burnChecked,
  createTokenAccount,
  memo,
  transferChecked,
} from './token-instructions.ts';

/** Actions of a LIST holder, on any Solana RPC. Amounts are base units (6 decimals). */
export type HolderAction = {
  rpcUrl: string;
  payer: Keypair;
  mint: string;
  amount: bigint;
  /** A memo in the same transaction, without signers. */
  memo?: string;
  /** A Solana Pay reference key: a non-signing account of the instruction. */
  referenceKey?: string;
};

const LIST_DECIMALS = 6;
const LAMPORTS_PER_SOL = 1_000_000_000;
const ASK_EVERY_MS = 100;

const connect = (rpcUrl: string): Connection => new Connection(rpcUrl, 'confirmed');

const withMemo = (instruction: TransactionInstruction, text: string | undefined): TransactionInstruction[] =>
  text === undefined ? [instruction] : [instruction, memo(text)];

/**
 * Polls, since a websocket of web3.js would outlive the action and call a stopped chain.
 * @throws Error when the transaction failed or expired
 */
async function untilConfirmed(
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

const sourceOf = ({ payer, mint }: HolderAction) => ({
  mint: new PublicKey(mint),
  account: associatedTokenAddress(new PublicKey(mint), payer.publicKey),
  owner: payer.publicKey,
  decimals: LIST_DECIMALS,
});

/** Burns LIST from the payer's associated token account. @returns the signature, confirmed */
export function burnList(action: HolderAction): Promise<string> {
  const burn = burnChecked(sourceOf(action), action.amount);
  if (action.referenceKey !== undefined)
    burn.keys.push({ pubkey: new PublicKey(action.referenceKey), isSigner: false, isWritable: false });
  return sendAll(action.rpcUrl, withMemo(burn, action.memo), [action.payer]);
}

/** Sends LIST to a wallet, creating its token account if missing. @returns the signature, confirmed */
export function transferList(
  action: HolderAction & {
    to: string;
    /** A Solana Pay reference key: a non-signing account of the transfer. */
    reference?: string;
  },
): Promise<string> {
  const source = sourceOf(action);
  const to = new PublicKey(action.to);
  const create = createTokenAccount(action.payer.publicKey, source.mint, to);
  const transfer = transferChecked(source, associatedTokenAddress(source.mint, to), action.amount);
  if (action.reference !== undefined) {
    transfer.keys.push({ pubkey: new PublicKey(action.reference), isSigner: false, isWritable: false });
  }
  return sendAll(action.rpcUrl, [create, ...withMemo(transfer, action.memo)], [action.payer]);
}

/** A new wallet with SOL from the faucet and LIST from a rich holder. */
export async function createFundedHolder(options: {
  rpcUrl: string;
  richHolder: Keypair;
  mint: string;
  /** Base units. */
  amount: bigint;
  sol?: number;
}): Promise<Keypair> {
  const { rpcUrl, richHolder, mint, amount, sol = 1 } = options;
  const holder = Keypair.generate();
  const connection = connect(rpcUrl);
  const { lastValidBlockHeight } = await connection.getLatestBlockhash();
  const signature = await connection.requestAirdrop(holder.publicKey, sol * LAMPORTS_PER_SOL);
  await untilConfirmed(connection, signature, lastValidBlockHeight);
  await transferList({ rpcUrl, payer: richHolder, mint, amount, to: holder.publicKey.toBase58() });
  return holder;
}
