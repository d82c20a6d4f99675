import type { Holding } from '@naughty-list/payment-transactions/choose-sources';
import { Connection, PublicKey } from '@solana/web3.js';
import { PaymentFault } from './payment-fault.ts';

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
export async function askChain<T>(call: () => Promise<T>): Promise<T> {
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
export async function findHoldings(connection: Connection, owner: string, mint: string): Promise<Holding[]> {
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
