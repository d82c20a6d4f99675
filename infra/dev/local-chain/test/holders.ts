import { Connection, Keypair, Transaction } from '@solana/web3.js';
import bs58 from 'bs58';
import {
  type HolderAction,
  instructionsOf,
  type PaymentOrder,
  sendAll,
  untilConfirmed,
} from '../src/actions.ts';

const LAMPORTS_PER_SOL = 1_000_000_000;

/** Sends LIST to a wallet, creating its token account if missing. @returns the signature, confirmed */
export const transferList = ({
  reference: referenceKey,
  ...action
}: HolderAction & { to: string; reference?: string }): Promise<string> =>
  sendAll(action.rpcUrl, instructionsOf({ ...action, ...(referenceKey && { referenceKey }) }), [
    action.payer,
  ]);

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
  const connection = new Connection(rpcUrl, 'confirmed');
  const { lastValidBlockHeight } = await connection.getLatestBlockhash();
  const signature = await connection.requestAirdrop(holder.publicKey, sol * LAMPORTS_PER_SOL);
  await untilConfirmed(connection, signature, lastValidBlockHeight);
  await transferList({ rpcUrl, payer: richHolder, mint, amount, to: holder.publicKey.toBase58() });
  return holder;
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
