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
 * Builds a payment and simulates it; checks the LIST and SOL balances. Throws a PaymentFault that says what is missing.
 */
export async function preparePayment(
  connection: Connection,
  payer: string,
  order: PaymentOrder,
  version: 'legacy' | 0,
): Promise<Prepared> {
  const { mint, decimals, tokens, purpose } = order;
  const [holdings, latest] = await askChain(() =>
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
  const created =
    purpose.kind === 'transfer' && source ? { to: purpose.to, program: source.tokenProgram } : undefined;
  await requireSol(connection, payer, transaction, created && { ...created, mint });
  await tryOut(connection, payer, transaction);
  return { transaction, lastValidBlockHeight };
}

type Created = { to: string; program: string; mint: string };

/** Checks the fee and, if the receiver has no token account, its rent. */
async function requireSol(
  connection: Connection,
  payer: string,
  { message }: VersionedTransaction,
  created: Created | undefined,
): Promise<void> {
  const [balance, fee, rent] = await askChain(() =>
    Promise.all([
      connection.getBalance(new PublicKey(payer)),
      connection
        .getFeeForMessage(message)
        .then(({ value }) => value ?? 5_000 * message.header.numRequiredSignatures),
      created ? rentOf(connection, created) : 0,
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

async function rentOf(connection: Connection, { to, program, mint }: Created): Promise<number> {
  const account = associatedTokenAccount(new PublicKey(mint), new PublicKey(to), new PublicKey(program));
  if (await connection.getAccountInfo(account)) return 0;
  return connection.getMinimumBalanceForRentExemption(TOKEN_ACCOUNT_BYTES);
}

async function tryOut(
  connection: Connection,
  payer: string,
  transaction: VersionedTransaction,
): Promise<void> {
  const { value } = await askChain(() =>
    connection.simulateTransaction(transaction, { sigVerify: false, replaceRecentBlockhash: true }),
  );
  if (value.err === null) return;
  if (isAboutSol(value.err)) {
    const key = new PublicKey(payer);
    const [held, kept] = await askChain(() =>
      Promise.all([connection.getBalance(key), connection.getMinimumBalanceForRentExemption(0)]),
    );
    throw notEnoughSol(held, kept);
  }
  throw new PaymentFault({ code: 'refused', detail: describe(value.err, value.logs) });
}

const aboutSol = ['AccountNotFound', 'InsufficientFundsForFee', 'InsufficientFundsForRent'];

function isAboutSol(err: TransactionError | string): boolean {
  return aboutSol.some((name) => (typeof err === 'string' ? err === name : name in err));
}

/** The program's own message, if any. */
export function describe(err: TransactionError | string, logs?: readonly string[] | null): string {
  const said = logs?.findLast((line) => line.startsWith('Program log: Error'));
  return said?.replace('Program log: ', '') ?? (typeof err === 'string' ? err : JSON.stringify(err));
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
async function askChain<T>(call: () => Promise<T>): Promise<T> {
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
