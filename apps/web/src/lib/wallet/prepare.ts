import { formatBaseUnits, formatTokens, toBaseUnits } from '@naughty-list/contracts/tokens';
import { buildPayment, type PaymentPurpose } from '@naughty-list/payment-transactions/build-payment';
import { chooseSources, type Holding, totalHeld } from '@naughty-list/payment-transactions/choose-sources';
import { associatedTokenAccount } from '@naughty-list/payment-transactions/token-instructions';
import { Connection, PublicKey, type TransactionError, type VersionedTransaction } from '@solana/web3.js';
import { PaymentFault } from './payment-fault.ts';

/** The amount to pay, in whole tokens of a mint. */
export type PaymentOrder = {
  mint: string;
  decimals: number;
  tokens: string;
  purpose: PaymentPurpose;
};

export type Prepared = { transaction: VersionedTransaction; lastValidBlockHeight: number };

const TOKEN_ACCOUNT_BYTES = 165;
const SOL_DECIMALS = 9;

/**
 * Builds a payment, checks the LIST and SOL balances, and simulates it. Throws a PaymentFault.
 */
export async function preparePayment(
  connection: Connection,
  payer: string,
  order: PaymentOrder,
  version: 'legacy' | 0,
): Promise<Prepared> {
  const { mint, decimals, tokens, purpose } = order;
  const [holdings, latest] = await callChain(() =>
    Promise.all([findHoldings(connection, payer, mint), connection.getLatestBlockhash()]),
  );
  const sources = chooseSources(holdings, toBaseUnits(tokens, decimals));
  if (!sources) {
    const held = formatBaseUnits(totalHeld(holdings), decimals);
    throw new PaymentFault({ code: 'not-enough-list', held, needed: formatTokens(tokens) });
  }
  const { blockhash, lastValidBlockHeight } = latest;
  const transaction = buildPayment({ payer, mint, decimals, sources, purpose, blockhash, version });
  const [source] = sources;
  const newAccount =
    purpose.kind === 'transfer' && source ? { to: purpose.to, program: source.tokenProgram } : undefined;
  await requireSol(connection, payer, transaction, newAccount && { ...newAccount, mint });
  await simulate(connection, payer, transaction);
  return { transaction, lastValidBlockHeight };
}

/** The receiver's token account, which a transfer creates if it does not exist. */
type NewAccount = { to: string; program: string; mint: string };

/** Requires SOL for the fee and, if the receiver has no token account, for its rent. */
async function requireSol(
  connection: Connection,
  payer: string,
  { message }: VersionedTransaction,
  newAccount: NewAccount | undefined,
): Promise<void> {
  const [balance, fee, rent] = await callChain(() =>
    Promise.all([
      connection.getBalance(new PublicKey(payer)),
      connection
        .getFeeForMessage(message)
        .then(({ value }) => value ?? 5_000 * message.header.numRequiredSignatures),
      newAccount ? rentOf(connection, newAccount) : 0,
    ]),
  );
  if (balance < fee + rent) throw notEnoughSol(balance, fee + rent);
}

function notEnoughSol(heldLamports: number, neededLamports: number): PaymentFault {
  const [held, needed] = [heldLamports, neededLamports].map((lamports) =>
    formatBaseUnits(BigInt(lamports), SOL_DECIMALS),
  );
  return new PaymentFault({ code: 'not-enough-sol', held: held ?? '0', needed: needed ?? '0' });
}

async function rentOf(connection: Connection, { to, program, mint }: NewAccount): Promise<number> {
  const account = associatedTokenAccount(new PublicKey(mint), new PublicKey(to), new PublicKey(program));
  if (await connection.getAccountInfo(account)) return 0;
  return connection.getMinimumBalanceForRentExemption(TOKEN_ACCOUNT_BYTES);
}

async function simulate(
  connection: Connection,
  payer: string,
  transaction: VersionedTransaction,
): Promise<void> {
  const { value } = await callChain(() =>
    connection.simulateTransaction(transaction, { sigVerify: false, replaceRecentBlockhash: true }),
  );
  if (value.err === null) return;
  if (isLackOfSol(value.err)) {
    const key = new PublicKey(payer);
    const [held, kept] = await callChain(() =>
      Promise.all([connection.getBalance(key), connection.getMinimumBalanceForRentExemption(0)]),
    );
    throw notEnoughSol(held, kept);
  }
  throw new PaymentFault({ code: 'refused', detail: describeError(value.err, value.logs) });
}

const lackOfSolErrors = ['AccountNotFound', 'InsufficientFundsForFee', 'InsufficientFundsForRent'];

function isLackOfSol(err: TransactionError | string): boolean {
  return lackOfSolErrors.some((name) => (typeof err === 'string' ? err === name : name in err));
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
    if (cause instanceof PaymentFault) throw cause;
    throw new PaymentFault({ code: 'unreachable' }, { cause });
  }
}

// Layout of a token account (spl-token `state.rs`): amount u64 at 64, state at 108, where 1 is initialised, 2 frozen.
const AMOUNT_AT = 64;
const STATE_AT = 108;
const INITIALIZED = 1;

/** An owner's usable accounts of a mint. */
async function findHoldings(connection: Connection, owner: string, mint: string): Promise<Holding[]> {
  const filter = { mint: new PublicKey(mint) };
  const { value } = await connection.getTokenAccountsByOwner(new PublicKey(owner), filter);
  return value
    .filter(({ account }) => account.data[STATE_AT] === INITIALIZED)
    .map(({ pubkey, account: { data, owner: program } }) => ({
      address: pubkey.toBase58(),
      amount: new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(AMOUNT_AT, true),
      tokenProgram: program.toBase58(),
    }));
}
