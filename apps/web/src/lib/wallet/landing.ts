import type { Connection } from '@solana/web3.js';
import { PaymentFault } from './payment-fault.ts';
import { describe } from './prepare.ts';

const ASK_EVERY_MS = 1_000;
/** Leaders may drop transactions: resend until it lands or expires. */
const SEND_AGAIN_EVERY = 2;
/** Exceeds any blockhash's lifetime; after this the outcome is unknown. */
const LONGEST_MS = 180_000;

type Sent = {
  signature: string;
  lastValidBlockHeight: number;
  /** Signed bytes to resend, if the page may do so. */
  again?: Uint8Array;
};

/**
 * Follows a transaction until it is confirmed. Throws a PaymentFault if it failed, expired, or the network does not
 * respond.
 */
export async function followLanding(connection: Connection, sent: Sent): Promise<void> {
  const deadline = Date.now() + LONGEST_MS;
  for (let turn = 1; Date.now() < deadline; turn += 1) {
    const landed = await hasLanded(connection, sent.signature).catch(toNothing);
    if (landed) return;
    if (landed === false && (await isTooLate(connection, sent).catch(toNothing)))
      throw new PaymentFault({ code: 'expired' });
    if (sent.again && turn % SEND_AGAIN_EVERY === 0) await sendAgain(connection, sent.again);
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
  throw new PaymentFault({ code: 'sent-in-the-dark' });
}

/** Maps a network failure to undefined; a PaymentFault is rethrown. */
function toNothing(error: unknown): undefined {
  if (error instanceof PaymentFault) throw error;
  return undefined;
}

async function hasLanded(connection: Connection, signature: string): Promise<boolean> {
  const { value } = await connection.getSignatureStatus(signature);
  if (value?.err) throw new PaymentFault({ code: 'refused', detail: describe(value.err) });
  return value?.confirmationStatus === 'confirmed' || value?.confirmationStatus === 'finalized';
}

/**
 * Whether it does not exist as of a slot after its last valid block. A node behind the others does not know it either,
 * and one address may stand for many nodes.
 */
async function isTooLate(
  connection: Connection,
  { signature, lastValidBlockHeight }: Sent,
): Promise<boolean> {
  const { absoluteSlot, blockHeight = 0 } = await connection.getEpochInfo();
  if (blockHeight <= lastValidBlockHeight) return false;
  const { context, value } = await connection.getSignatureStatus(signature, {
    searchTransactionHistory: true,
  });
  return value === null && context.slot >= absoluteSlot;
}

async function sendAgain(connection: Connection, bytes: Uint8Array): Promise<void> {
  const options = { skipPreflight: true, maxRetries: 0 };
  await connection.sendRawTransaction(bytes, options).catch(toNothing);
}
