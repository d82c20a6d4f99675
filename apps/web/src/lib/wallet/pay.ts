import { errorText } from '@naughty-list/api-client/client';
import type { TransferFee } from '@naughty-list/contracts/token-config';
import { formatBaseUnits, formatTokens, toBaseUnits } from '@naughty-list/contracts/tokens';
import {
  associatedTokenAccount,
  buildPayment,
  chooseSources,
  chooseSourcesWithFee,
  type Holding,
  type PaymentPurpose,
  readHolding,
  totalHeld,
} from '@naughty-list/payment-transactions/build-payment';
import {
  Connection,
  PublicKey,
  SendTransactionError,
  type TransactionError,
  VersionedTransaction,
} from '@solana/web3.js';
import bs58 from 'bs58';
import { connected } from './session.ts';
import { isRejection, paymentFaults, WalletFault } from './wallet-fault.ts';

export type PayStep = 'preparing' | 'signing' | 'sending';

export type PaymentContext = {
  chain: { rpcUrl: string; cluster: string };
  /** `fees`: what the token withholds of this transfer, in tokens, which the payer sends on top. */
  onStep: (step: PayStep, fees?: string) => void;
  /** Called right before the wallet is asked, and before what it signed is sent. Throws a WalletFault to stop the payment. */
  check: (address: string) => Promise<void>;
  /** Whether nothing is left to pay for; asked before what was signed is sent again. */
  isOver: () => Promise<boolean>;
  /** Called with the hash before sending, so that it is stored whatever happens next. */
  onSigned: (signature: string) => void;
};

/**
 * Pays from the connected wallet: builds the transaction, requests the signature, sends, and follows it until confirmed.
 * Throws a WalletFault.
 */
export async function pay(order: PaymentOrder, context: PaymentContext): Promise<void> {
  const { chain, onStep, check, isOver, onSigned } = context;
  const { address, wallet } = connectedSigner();
  const connection = connectChain(chain.rpcUrl);
  onStep('preparing');
  const { transaction, lastValidBlockHeight, fees } = await preparePayment(
    connection,
    address,
    order,
    wallet.signing.version,
  );
  await check(address);
  onStep('signing', fees);
  const sign = () => wallet.signing.sign(transaction.serialize(), chain.cluster);
  const bytes = await requestSignature(sign, address);
  const { signature, blockhash } = readSigned(bytes);
  onStep('sending');
  // The wallet may have asked for a minute, while another device paid.
  await check(address);
  onSigned(signature);
  await send(connection, bytes);
  const isOurs = blockhash === transaction.message.recentBlockhash;
  await followLanding(connection, {
    signature,
    lastValidBlockHeight: isOurs ? lastValidBlockHeight : NEVER,
    bytes,
    isOver,
  });
}

/** Expiry of a transaction whose blockhash the wallet chose: a newer one, or a durable nonce, which does not expire. */
const NEVER = Number.POSITIVE_INFINITY;

function readSigned(bytes: Uint8Array): { signature: string; blockhash: string } {
  const { signatures, message } = VersionedTransaction.deserialize(bytes);
  const [signature] = signatures;
  if (!signature?.some((byte) => byte !== 0))
    throw new WalletFault(paymentFaults.walletFailed('it gave the transaction back unsigned'));
  return { signature: bs58.encode(signature), blockhash: message.recentBlockhash };
}

/** Exceeds any blockhash's lifetime: after this, a signature comes too late, and the outcome of what was sent is unknown. */
const EXPIRED_MS = 180_000;

/** Asks the wallet for the signature of this address; maps a rejection by the user, silence and other errors to WalletFaults. */
export async function requestSignature<T>(call: () => Promise<T>, address: string): Promise<T> {
  requireAccount(address);
  const silence = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new WalletFault(paymentFaults.noAnswer)), EXPIRED_MS);
  });
  try {
    // A later signature is not sent.
    return await Promise.race([call(), silence]);
  } catch (cause) {
    if (cause instanceof WalletFault) throw cause;
    if (isRejection(cause)) throw new WalletFault(paymentFaults.rejected, { cause });
    requireAccount(address);
    const detail = errorText(cause, 'it gave no reason');
    throw new WalletFault(paymentFaults.walletFailed(detail), { cause });
  }
}

/** Throws a WalletFault if the wallet has switched to another account. */
function requireAccount(address: string): void {
  const current = connected()?.wallet.currentAddress() ?? address;
  if (current !== address) throw new WalletFault(paymentFaults.accountSwitched);
}

async function send(connection: Connection, bytes: Uint8Array): Promise<void> {
  try {
    await connection.sendRawTransaction(bytes, { preflightCommitment: 'confirmed', maxRetries: 0 });
  } catch (cause) {
    // Without an answer, or for too many calls, it may have arrived or not: it is followed, and sent again.
    if (!(cause instanceof SendTransactionError)) return;
    const { message, logs } = cause.transactionError;
    if (/already been processed/i.test(message)) return;
    if (/blockhash not found|block height exceeded/i.test(message))
      throw new WalletFault(paymentFaults.expired, { cause });
    // Any other error may come from a proxy or node that has passed it on.
    if (/simulation failed|signature verification|invalid transaction/i.test(message))
      throw new WalletFault(paymentFaults.refused(describeError(message, logs)), { cause });
  }
}

/** The connected account. Throws a WalletFault if there is none. */
export function connectedSigner(): NonNullable<ReturnType<typeof connected>> {
  const account = connected();
  if (!account) throw new WalletFault(paymentFaults.notConnected);
  return account;
}

const POLL_INTERVAL_MS = 1_000;
/** Leaders may drop transactions: resends until it lands or expires. */
const POLLS_PER_RESEND = 2;

type Sent = {
  signature: string;
  lastValidBlockHeight: number;
  bytes: Uint8Array;
  isOver: PaymentContext['isOver'];
};

/**
 * Follows a transaction until it is confirmed. Throws a WalletFault if it failed, expired, or the network does not
 * respond.
 */
export async function followLanding(connection: Connection, sent: Sent): Promise<void> {
  const deadline = Date.now() + EXPIRED_MS;
  for (let poll = 1; Date.now() < deadline; poll += 1) {
    const landed = await hasLanded(connection, sent.signature).catch(ignoreNetworkError);
    if (landed) return;
    if (landed === false && (await hasExpired(connection, sent).catch(ignoreNetworkError)))
      throw new WalletFault(paymentFaults.expired);
    if (poll % POLLS_PER_RESEND === 0) await resend(connection, sent);
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
  throw new WalletFault(paymentFaults.sentInTheDark);
}

/** For `catch`: returns undefined for a network error, and rethrows a WalletFault. */
function ignoreNetworkError(error: unknown): undefined {
  if (error instanceof WalletFault) throw error;
  return undefined;
}

async function hasLanded(connection: Connection, signature: string): Promise<boolean> {
  const { value } = await connection.getSignatureStatus(signature);
  const { confirmationStatus, err } = value ?? {};
  // On a fork that is dropped, it may fail, and succeed on the other.
  if (confirmationStatus !== 'confirmed' && confirmationStatus !== 'finalized') return false;
  if (err) throw new WalletFault(paymentFaults.refused(describeError(err)));
  return true;
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

/** Unless another device has paid meanwhile: then it should expire. */
async function resend(connection: Connection, { bytes, isOver }: Sent): Promise<void> {
  if (await isOver().catch(() => false)) return;
  const options = { skipPreflight: true, maxRetries: 0 };
  await connection.sendRawTransaction(bytes, options).catch(ignoreNetworkError);
}

/** The amount to pay, in whole tokens of a mint. */
export type PaymentOrder = {
  mint: string;
  decimals: number;
  tokens: string;
  purpose: PaymentPurpose;
  /** What is withheld of a transfer; undefined if nothing is. */
  fee: TransferFee | undefined;
};

export type Prepared = { transaction: VersionedTransaction; lastValidBlockHeight: number; fees?: string };

const TOKEN_ACCOUNT_BYTES = 165;
const SOL_DECIMALS = 9;

/**
 * Builds a payment, checks the LIST and SOL balances, and simulates it. Throws a WalletFault.
 */
export async function preparePayment(
  connection: Connection,
  payer: string,
  order: PaymentOrder,
  version: 'legacy' | 0,
): Promise<Prepared> {
  const { mint, decimals, tokens, purpose, fee } = order;
  const [holdings, latest] = await callChain(() =>
    Promise.all([findHoldings(connection, payer, mint), connection.getLatestBlockhash()]),
  );
  const price = toBaseUnits(tokens, decimals);
  const { sources, fees } = fee
    ? chooseSourcesWithFee(holdings, price, fee)
    : { sources: chooseSources(holdings, price), fees: 0n };
  if (!sources) {
    const held = formatBaseUnits(totalHeld(holdings), decimals);
    const needed = fees > 0n ? formatBaseUnits(price + fees, decimals) : formatTokens(tokens);
    throw new WalletFault(paymentFaults.notEnoughList(held, needed));
  }
  const { blockhash, lastValidBlockHeight } = latest;
  const transaction = buildPayment({ payer, mint, decimals, sources, purpose, blockhash, version });
  const [source] = sources;
  const newAccount =
    purpose.kind === 'transfer' && source ? { to: purpose.to, program: source.tokenProgram } : undefined;
  await requireSol(connection, payer, transaction, newAccount && { ...newAccount, mint });
  await simulate(connection, transaction);
  return { transaction, lastValidBlockHeight, ...(fees > 0n && { fees: formatBaseUnits(fees, decimals) }) };
}

/** The receiver's token account, which a transfer creates if it does not exist. */
type NewAccount = { to: string; program: string; mint: string };

/** Requires SOL for the fee, for the rent of a receiver without a token account, and for what an account must keep. */
async function requireSol(
  connection: Connection,
  payer: string,
  { message }: VersionedTransaction,
  newAccount: NewAccount | undefined,
): Promise<void> {
  const [balance, fee, rent, kept] = await callChain(() =>
    Promise.all([
      connection.getBalance(new PublicKey(payer)),
      connection
        .getFeeForMessage(message)
        .then(({ value }) => value ?? 5_000 * message.header.numRequiredSignatures),
      newAccount ? rentOf(connection, newAccount) : 0,
      connection.getMinimumBalanceForRentExemption(0),
    ]),
  );
  const needed = fee + rent + kept;
  if (balance >= needed) return;
  const inSol = (lamports: number) => formatBaseUnits(BigInt(lamports), SOL_DECIMALS);
  throw new WalletFault(paymentFaults.notEnoughSol(inSol(balance), inSol(needed)));
}

async function rentOf(connection: Connection, { to, program, mint }: NewAccount): Promise<number> {
  const account = associatedTokenAccount(new PublicKey(mint), new PublicKey(to), new PublicKey(program));
  if (await connection.getAccountInfo(account)) return 0;
  return connection.getMinimumBalanceForRentExemption(TOKEN_ACCOUNT_BYTES);
}

async function simulate(connection: Connection, transaction: VersionedTransaction): Promise<void> {
  const { value } = await callChain(() =>
    connection.simulateTransaction(transaction, { sigVerify: false, replaceRecentBlockhash: true }),
  );
  if (value.err !== null) throw new WalletFault(paymentFaults.refused(describeError(value.err, value.logs)));
}

/** The program's error message in the logs, or else the error's name or JSON. */
export function describeError(err: TransactionError | string, logs?: readonly string[] | null): string {
  const logged = logs?.findLast((line) => line.startsWith('Program log: Error'));
  return logged?.replace('Program log: ', '') ?? (typeof err === 'string' ? err : JSON.stringify(err));
}

const CALL_TIMEOUT_MS = 15_000;

/** Connects to the public RPC endpoint; every call has a timeout. */
export function connectChain(rpcUrl: string): Connection {
  return new Connection(rpcUrl, {
    commitment: 'confirmed',
    disableRetryOnRateLimit: true,
    fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(CALL_TIMEOUT_MS) }),
  });
}

/** Makes a call before signing; a failure means that Solana is unreachable. */
async function callChain<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    if (cause instanceof WalletFault) throw cause;
    throw new WalletFault(paymentFaults.unreachable, { cause });
  }
}

/** An owner's usable accounts of a mint. */
async function findHoldings(connection: Connection, owner: string, mint: string): Promise<Holding[]> {
  const filter = { mint: new PublicKey(mint) };
  const { value } = await connection.getTokenAccountsByOwner(new PublicKey(owner), filter);
  return value
    .map(({ pubkey, account: { owner, data } }) => readHolding(pubkey.toBase58(), owner.toBase58(), data))
    .filter(({ isUsable }) => isUsable);
}
