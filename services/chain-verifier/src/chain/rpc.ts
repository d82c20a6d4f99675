import { type Commitment, Connection, PublicKey, type SignatureStatus } from '@solana/web3.js';
import { guardedFetch } from '../providers/guarded-fetch.ts';
import { RpcFault } from '../providers/rpc-fault.ts';

/** The commitments that a payment can be judged at. */
export type JudgedCommitment = 'confirmed' | 'finalized';

/** How far a transaction has come, as one provider sees it. */
export type LandedStatus = {
  slot: number;
  commitment: 'processed' | JudgedCommitment;
  success: boolean;
};

export type MintAccount = { tokenProgram: string; decimals: number };

/** One Solana RPC provider. Every method throws an RpcFault where there is no usable answer. */
export type Rpc = {
  /** The provider's host, for logs and records. */
  readonly name: string;
  /** The raw `result` of getTransaction (encoding json), null where the provider does not know it. */
  transaction(signature: string, commitment: JudgedCommitment): Promise<unknown>;
  /** Null where the provider knows nothing of the signature, its whole history included. */
  status(signature: string): Promise<LandedStatus | null>;
  genesisHash(): Promise<string>;
  /** Unix seconds, or null where the provider does not know. */
  blockTime(slot: number): Promise<number | null>;
  /** The newest slot at a commitment. */
  slot(commitment: JudgedCommitment): Promise<number>;
  /** The mint account at an address. Throws `mint_unusable` where there is none. */
  mint(address: string): Promise<MintAccount>;
};

/** Opens a provider; connects with the first call. */
export function openRpc({ url, timeoutMs }: { url: string; timeoutMs: number }): Rpc {
  const name = new URL(url).host;
  const fetchGuarded = guardedFetch({ provider: name, timeoutMs });
  const connection = new Connection(url, {
    commitment: 'finalized',
    fetch: fetchGuarded,
    httpAgent: false,
    disableRetryOnRateLimit: true,
  });
  let calls = 0;

  return {
    name,
    // A POST of our own: Connection.getTransaction rebuilds the answer, and evidence must be read from the raw one.
    async transaction(signature, commitment) {
      const options = { encoding: 'json', commitment, maxSupportedTransactionVersion: 1 };
      calls += 1;
      const body = JSON.stringify({
        jsonrpc: '2.0',
        id: `transaction-${calls}`,
        method: 'getTransaction',
        params: [signature, options],
      });
      const headers = { 'content-type': 'application/json' };
      const response = await fetchGuarded(url, { method: 'POST', headers, body });
      return ((await response.json()) as { result: unknown }).result;
    },
    status: (signature) =>
      asked(name, async () => {
        const { value } = await connection.getSignatureStatuses([signature], {
          searchTransactionHistory: true,
        });
        if (value.length !== 1) throw new TypeError('not one status');
        return value[0] ? landedStatus(value[0]) : null;
      }),
    genesisHash: () => asked(name, () => connection.getGenesisHash()),
    blockTime: (slot) => asked(name, () => connection.getBlockTime(slot)),
    slot: (commitment) => asked(name, () => connection.getSlot(commitment)),
    mint: (address) =>
      asked(name, async () => {
        const account = await connection.getAccountInfo(new PublicKey(address), 'finalized');
        if (!account) throw new RpcFault('mint_unusable', `no account at ${address}`, { provider: name });
        return mintAccount(account.owner.toBase58(), account.data, { address, provider: name });
      }),
  };
}

/** What the client throws over the shape of an answer is a malformed answer; faults pass as they are. */
async function asked<T>(provider: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof RpcFault) throw error;
    const detail = error instanceof Error ? error.name : 'unreadable answer';
    throw new RpcFault('malformed_response', detail, { provider });
  }
}

/** Nodes that leave out `confirmationStatus` say "rooted" with `confirmations: null`. */
function landedStatus({ slot, err, confirmations, confirmationStatus }: SignatureStatus): LandedStatus {
  const commitment: Commitment = confirmationStatus ?? (confirmations === null ? 'finalized' : 'processed');
  return { slot, commitment: commitment as LandedStatus['commitment'], success: err === null };
}

const TOKEN_PROGRAMS = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
];
// Layout of a mint (spl-token state.rs): decimals, is_initialized; Token-2022 puts the account type after 165 bytes.
const MINT_SIZE = 82;
const DECIMALS_AT = 44;
const INITIALIZED_AT = 45;
const ACCOUNT_TYPE_AT = 165;
const ACCOUNT_TYPE_MINT = 1;

/** Reads a mint account's bytes. Throws `mint_unusable` for everything that is no initialised mint. */
function mintAccount(
  owner: string,
  data: Uint8Array,
  from: { address: string; provider: string },
): MintAccount {
  const isMint = data.length === MINT_SIZE || data[ACCOUNT_TYPE_AT] === ACCOUNT_TYPE_MINT;
  const decimals = data[DECIMALS_AT];
  if (!TOKEN_PROGRAMS.includes(owner) || !isMint || decimals === undefined || data[INITIALIZED_AT] !== 1) {
    throw new RpcFault('mint_unusable', `${from.address} is no token mint`, from);
  }
  return { tokenProgram: owner, decimals };
}
