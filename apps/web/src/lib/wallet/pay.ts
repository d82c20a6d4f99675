import { type Connection, SendTransactionError, VersionedTransaction } from '@solana/web3.js';
import bs58 from 'bs58';
import { PaymentFault } from './payment-fault.ts';
import { connectChain, describe, type PaymentOrder, preparePayment } from './prepare.ts';
import { connectedAccount } from './session.ts';
import { isRejection } from './wallet.ts';

export type PayStep = 'preparing' | 'signing' | 'sending';

export type PaymentContext = {
  chain: { rpcUrl: string; cluster: string };
  onStep: (step: PayStep) => void;
  /** The last word before the wallet is asked. Throws what speaks against it. */
  beforeSigning: (address: string) => Promise<void>;
  /** Called with the hash before sending, so that it is stored whatever happens next. */
  onSigned: (signature: string) => void;
};

/**
 * Pays from the connected wallet: builds, requests the signature, sends, and follows until confirmed. Throws a
 * PaymentFault with what happened and what to do.
 */
export async function pay(order: PaymentOrder, context: PaymentContext): Promise<void> {
  const { chain, onStep, beforeSigning, onSigned } = context;
  const { address, signing } = connectedSigner();
  const connection = connectChain(chain.rpcUrl);
  onStep('preparing');
  const { transaction, lastValidBlockHeight } = await preparePayment(
    connection,
    address,
    order,
    signing.version,
  );
  await beforeSigning(address);
  onStep('signing');
  if (signing.kind === 'sign-and-send') {
    const signature = await signed(() => signing.send(transaction.serialize(), chain.cluster), {
      maySend: true,
    });
    onSigned(signature);
    return followLanding(connection, { signature, lastValidBlockHeight: UNKNOWN });
  }
  const bytes = await signed(() => signing.sign(transaction.serialize(), chain.cluster));
  const { signature, blockhash } = readSigned(bytes);
  onSigned(signature);
  onStep('sending');
  await send(connection, bytes);
  const isOurs = blockhash === transaction.message.recentBlockhash;
  await followLanding(connection, {
    signature,
    lastValidBlockHeight: isOurs ? lastValidBlockHeight : UNKNOWN,
    again: bytes,
  });
}

/** Wallets may put in a newer blockhash, or a durable nonce, which does not expire. */
const UNKNOWN = Number.POSITIVE_INFINITY;

function readSigned(bytes: Uint8Array): { signature: string; blockhash: string } {
  const { signatures, message } = VersionedTransaction.deserialize(bytes);
  const [signature] = signatures;
  if (!signature?.some((byte) => byte !== 0))
    throw new PaymentFault({ code: 'wallet-failed', detail: 'it gave the transaction back unsigned' });
  return { signature: bs58.encode(signature), blockhash: message.recentBlockhash };
}

/** Calls the wallet, which may send by itself; distinguishes a rejection by the user from other errors. */
async function signed<T>(ask: () => Promise<T>, { maySend = false } = {}): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    if (cause instanceof PaymentFault) throw cause;
    if (isRejection(cause)) throw new PaymentFault({ code: 'rejected' }, { cause });
    const detail = cause instanceof Error && cause.message ? cause.message : 'it gave no reason';
    throw new PaymentFault({ code: 'wallet-failed', detail, maySend }, { cause });
  }
}

async function send(connection: Connection, bytes: Uint8Array): Promise<void> {
  try {
    await connection.sendRawTransaction(bytes, { preflightCommitment: 'confirmed', maxRetries: 0 });
  } catch (cause) {
    if (!(cause instanceof SendTransactionError))
      throw new PaymentFault({ code: 'sent-in-the-dark' }, { cause });
    const { message, logs } = cause.transactionError;
    if (/already been processed/i.test(message)) return;
    if (/blockhash not found|block height exceeded/i.test(message))
      throw new PaymentFault({ code: 'expired' }, { cause });
    throw new PaymentFault({ code: 'refused', detail: describe(message, logs) }, { cause });
  }
}

/** Without a wallet, its fault says what to do. */
export function connectedSigner(): NonNullable<ReturnType<typeof connectedAccount>> {
  const account = connectedAccount();
  if (!account) throw new PaymentFault({ code: 'not-connected' });
  return account;
}

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
