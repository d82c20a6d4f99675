import type { Connection } from '@solana/web3.js';
import { PaymentFault } from './payment-fault.ts';
import { describe } from './prepare.ts';

const ASK_EVERY_MS = 1_000;
/** A leader may drop what it was sent: it is sent again until it has landed or cannot any more. */
const SEND_AGAIN_EVERY = 2;
/** Longer than any blockhash lives; without an answer by then somebody else has to find out. */
const LONGEST_MS = 180_000;

type Sent = {
  signature: string;
  lastValidBlockHeight: number;
  /** The signed bytes, where the page may send them again. */
  again?: Uint8Array;
};

/**
 * Follows a transaction until the network has confirmed it. Throws a PaymentFault where it failed, can no longer land, or nobody
 * answers.
 */
export async function followLanding(connection: Connection, sent: Sent): Promise<void> {
  const deadline = Date.now() + LONGEST_MS;
  for (let turn = 1; Date.now() < deadline; turn += 1) {
    const landed = await hasLanded(connection, sent.signature, false).catch(toNothing);
    if (landed) return;
    if (landed === false && (await isTooLate(connection, sent).catch(toNothing))) {
      // It may have landed in the last block that took it.
      if (await hasLanded(connection, sent.signature, true)) return;
      throw new PaymentFault({ code: 'expired' });
    }
    if (sent.again && turn % SEND_AGAIN_EVERY === 0) await sendAgain(connection, sent.again);
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
  throw new PaymentFault({ code: 'sent-in-the-dark' });
}

/** Nothing is known while the network does not answer; what it said stays said. */
function toNothing(error: unknown): undefined {
  if (error instanceof PaymentFault) throw error;
  return undefined;
}

async function hasLanded(connection: Connection, signature: string, history: boolean): Promise<boolean> {
  const { value } = await connection.getSignatureStatus(signature, { searchTransactionHistory: history });
  if (value?.err) throw new PaymentFault({ code: 'refused', detail: describe(value.err) });
  return value?.confirmationStatus === 'confirmed' || value?.confirmationStatus === 'finalized';
}

async function isTooLate(
  connection: Connection,
  { signature, lastValidBlockHeight }: Sent,
): Promise<boolean> {
  if ((await connection.getBlockHeight()) <= lastValidBlockHeight) return false;
  const { value } = await connection.getSignatureStatus(signature);
  return value === null;
}

async function sendAgain(connection: Connection, bytes: Uint8Array): Promise<void> {
  const options = { skipPreflight: true, maxRetries: 0 };
  await connection.sendRawTransaction(bytes, options).catch(toNothing);
}
