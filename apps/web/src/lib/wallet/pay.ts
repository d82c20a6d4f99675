import { type Connection, SendTransactionError, VersionedTransaction } from '@solana/web3.js';
import bs58 from 'bs58';
import { PaymentFault } from './payment-fault.ts';
import { connectChain, describeError, type PaymentOrder, preparePayment } from './prepare.ts';
import { connectedAccount } from './session.ts';
import { isRejection } from './wallet.ts';

export type PayStep = 'preparing' | 'signing' | 'sending';

export type PaymentContext = {
  chain: { rpcUrl: string; cluster: string };
  onStep: (step: PayStep) => void;
  /** Called right before the wallet is asked to sign. Throws a PaymentFault to stop the payment. */
  beforeSigning: (address: string) => Promise<void>;
  /** Called with the hash before sending, so that it is stored whatever happens next. */
  onSigned: (signature: string) => void;
};

/**
 * Pays from the connected wallet: builds the transaction, requests the signature, sends, and follows it until confirmed.
 * Throws a PaymentFault.
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
    const signature = await requestSignature(() => signing.send(transaction.serialize(), chain.cluster), {
      maySend: true,
    });
    onSigned(signature);
    return followLanding(connection, { signature, lastValidBlockHeight: NEVER });
  }
  const bytes = await requestSignature(() => signing.sign(transaction.serialize(), chain.cluster));
  const { signature, blockhash } = readSigned(bytes);
  onSigned(signature);
  onStep('sending');
  await send(connection, bytes);
  const isOurs = blockhash === transaction.message.recentBlockhash;
  await followLanding(connection, {
    signature,
    lastValidBlockHeight: isOurs ? lastValidBlockHeight : NEVER,
    bytes,
  });
}

/** Expiry of a transaction whose blockhash the wallet chose: a newer one, or a durable nonce, which does not expire. */
const NEVER = Number.POSITIVE_INFINITY;

function readSigned(bytes: Uint8Array): { signature: string; blockhash: string } {
  const { signatures, message } = VersionedTransaction.deserialize(bytes);
  const [signature] = signatures;
  if (!signature?.some((byte) => byte !== 0))
    throw new PaymentFault({ code: 'wallet-failed', detail: 'it gave the transaction back unsigned' });
  return { signature: bs58.encode(signature), blockhash: message.recentBlockhash };
}

/** Calls the wallet; maps a rejection by the user and other errors to PaymentFaults. `maySend`: the wallet also sends. */
async function requestSignature<T>(call: () => Promise<T>, { maySend = false } = {}): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    if (cause instanceof PaymentFault) throw cause;
    if (isRejection(cause, { maySend })) throw new PaymentFault({ code: 'rejected' }, { cause });
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
    throw new PaymentFault({ code: 'refused', detail: describeError(message, logs) }, { cause });
  }
}

/** The connected account. Throws a PaymentFault if there is none. */
export function connectedSigner(): NonNullable<ReturnType<typeof connectedAccount>> {
  const account = connectedAccount();
  if (!account) throw new PaymentFault({ code: 'not-connected' });
  return account;
}

const POLL_INTERVAL_MS = 1_000;
/** Leaders may drop transactions: resends until it lands or expires. */
const POLLS_PER_RESEND = 2;
/** Exceeds any blockhash's lifetime; after this the outcome is unknown. */
const FOLLOW_TIMEOUT_MS = 180_000;

type Sent = {
  signature: string;
  lastValidBlockHeight: number;
  /** Signed bytes to resend, if the page may do so. */
  bytes?: Uint8Array;
};

/**
 * Follows a transaction until it is confirmed. Throws a PaymentFault if it failed, expired, or the network does not
 * respond.
 */
export async function followLanding(connection: Connection, sent: Sent): Promise<void> {
  const deadline = Date.now() + FOLLOW_TIMEOUT_MS;
  for (let poll = 1; Date.now() < deadline; poll += 1) {
    const landed = await hasLanded(connection, sent.signature).catch(ignoreNetworkError);
    if (landed) return;
    if (landed === false && (await hasExpired(connection, sent).catch(ignoreNetworkError)))
      throw new PaymentFault({ code: 'expired' });
    if (sent.bytes && poll % POLLS_PER_RESEND === 0) await resend(connection, sent.bytes);
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
  throw new PaymentFault({ code: 'sent-in-the-dark' });
}

/** For `catch`: returns undefined for a network error, and rethrows a PaymentFault. */
function ignoreNetworkError(error: unknown): undefined {
  if (error instanceof PaymentFault) throw error;
  return undefined;
}

async function hasLanded(connection: Connection, signature: string): Promise<boolean> {
  const { value } = await connection.getSignatureStatus(signature);
  if (value?.err) throw new PaymentFault({ code: 'refused', detail: describeError(value.err) });
  return value?.confirmationStatus === 'confirmed' || value?.confirmationStatus === 'finalized';
}

/**
 * Whether the transaction does not exist as of a slot after its last valid block. The status must be as new as the block
 * height: one URL may stand for several nodes, and a node behind the others does not know the transaction yet.
 */
async function hasExpired(
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

async function resend(connection: Connection, bytes: Uint8Array): Promise<void> {
  const options = { skipPreflight: true, maxRetries: 0 };
  await connection.sendRawTransaction(bytes, options).catch(ignoreNetworkError);
}
