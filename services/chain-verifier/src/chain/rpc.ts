import type { TransferFee } from '@naughty-list/contracts/token-config';
import {
  associatedTokenAccount,
  type Holding,
  readHolding,
} from '@naughty-list/payment-transactions/build-payment';
import { isShownScaled, readTransferFee } from '@naughty-list/payment-transactions/transfer-fee';
import { openBatch } from '@naughty-list/service-kit/database/batch';
import { PublicKey } from '@solana/web3.js';
import { z } from 'zod';
import { guardedCall } from '../providers/guarded-call.ts';
import type { RpcMetrics } from '../providers/metrics.ts';
import { RpcFault } from '../providers/rpc-fault.ts';
import type { Throttle } from '../providers/throttle.ts';
import { parseSignature } from './base58.ts';
import { isTokenProgram } from './programs.ts';
import { type JudgedCommitment, type LandedStatus, readStatuses, type StatusReading } from './read-status.ts';

/** One entry of an address's transaction list. */
export type ListedSignature = { signature: string; slot: number; success: boolean; memo?: string };

/** One Solana RPC provider. Every method throws an RpcFault without a usable response. */
export type Rpc = {
  /** The provider's host, for logs and records. */
  readonly name: string;
  /** The raw `result` of getTransaction (encoding json), null if the provider does not know it. */
  transaction(signature: string, commitment: JudgedCommitment): Promise<unknown>;
  /** Null if the provider does not know the signature; searches its whole history. */
  status(signature: string): Promise<LandedStatus | null>;
  /** Statuses of up to 256 signatures in one call, in order; a faulty entry yields an RpcFault in its place. */
  statuses(signatures: readonly string[]): Promise<(StatusReading | RpcFault)[]>;
  /** The slot as of which the provider does not know the signature; null if it knows it. */
  absentAsOf(signature: string): Promise<number | null>;
  genesisHash(): Promise<string>;
  /** Unix seconds, or null if the provider does not know it. */
  blockTime(slot: number): Promise<number | null>;
  /** The newest slot at a commitment level. */
  slot(commitment: JudgedCommitment): Promise<number>;
  /** Reads the mint account at an address. Throws `mint_unusable` if there is none. */
  mint(address: string): Promise<MintAccount>;
  /** What the mint at an address withholds of a transfer now; null if nothing. */
  transferFee(address: string): Promise<TransferFee | null>;
  /** Transactions that name an address and are finalised, or confirmed, newest first: older than `before`, newer than `until`. */
  signatures(
    address: string,
    page: { before?: string; until?: string; limit: number; commitment?: JudgedCommitment },
  ): Promise<ListedSignature[]>;
  /** An owner's token accounts of a mint, including empty ones; amounts are base units. */
  tokenAccounts(owner: string, mint: string): Promise<{ address: string; amount: bigint }[]>;
  /** An owner's initialised accounts of a mint with the amounts they can spend now. */
  holdings(owner: string, mint: string): Promise<Holding[]>;
  latestBlockhash(): Promise<string>;
};

/** The limit of one getSignatureStatuses call. */
export const MOST_STATUSES = 256;
/** Concurrent calls; further signatures wait for the next call. */
const MOST_STATUS_CALLS = 4;

export type RpcSettings = {
  url: string;
  /** Defaults to the host. */
  name?: string;
  timeoutMs: number;
  /** None: no limit. */
  throttle?: Throttle;
  metrics?: RpcMetrics;
};

/** Opens a provider; connects on the first call. */
export function openRpc(settings: RpcSettings): Rpc {
  const { url, name = new URL(url).host, timeoutMs, throttle, metrics } = settings;
  const call = guardedCall({
    provider: name,
    timeoutMs,
    ...(throttle && { throttle }),
    ...(metrics && { metrics }),
  });
  let calls = 0;

  async function ask(method: string, params: unknown[] = []): Promise<unknown> {
    calls += 1;
    const id = String(calls);
    return call(url, { body: JSON.stringify({ jsonrpc: '2.0', id, method, params }), id, method });
  }

  /** Throws `malformed_response` if `read` cannot read the result. */
  async function askFor<T>(method: string, params: unknown[], read: (result: unknown) => T): Promise<T> {
    const result = await ask(method, params);
    try {
      return read(result);
    } catch (error) {
      if (error instanceof RpcFault) throw error;
      const detail = error instanceof Error ? error.name : 'unreadable answer';
      throw new RpcFault('malformed_response', detail, { provider: name });
    }
  }

  async function askStatuses(signatures: readonly string[]): Promise<(StatusReading | RpcFault)[]> {
    const result = await ask('getSignatureStatuses', [signatures, { searchTransactionHistory: true }]);
    return readStatuses(result, { count: signatures.length, provider: name });
  }
  const askStatus = openBatch<string, StatusReading>(askStatuses, {
    maxItems: MOST_STATUSES,
    maxCalls: MOST_STATUS_CALLS,
  });

  const accountsOf = (owner: string, mint: string, commitment: JudgedCommitment) =>
    askFor('getTokenAccountsByOwner', [owner, { mint }, { encoding: 'base64', commitment }], (result) =>
      TokenAccountsAnswer.parse(result).value.map(({ pubkey, account: { owner, data } }) =>
        readHolding(pubkey, owner, data),
      ),
    );

  const accountAt = <T>(address: string, read: (account: Account | null) => T) =>
    askFor('getAccountInfo', [address, { encoding: 'base64', commitment: 'finalized' }], (result) =>
      read(AccountAnswer.parse(result).value),
    );

  return {
    name,
    transaction: (signature, commitment) =>
      ask('getTransaction', [signature, { encoding: 'json', commitment, maxSupportedTransactionVersion: 1 }]),
    async signatures(address, { before, until, limit, commitment = 'finalized' }) {
      const options = { commitment, limit, ...(before && { before }), ...(until && { until }) };
      return readSignatures(await ask('getSignaturesForAddress', [address, options]), name);
    },
    tokenAccounts: (owner, mint) => accountsOf(owner, mint, 'finalized'),
    holdings: async (owner, mint) =>
      (await accountsOf(owner, mint, 'confirmed')).filter(({ isUsable }) => isUsable),
    latestBlockhash: () =>
      askFor(
        'getLatestBlockhash',
        [{ commitment: 'confirmed' }],
        (result) => BlockhashAnswer.parse(result).value.blockhash,
      ),
    statuses: askStatuses,
    status: async (signature) => (await askStatus(signature)).status,
    absentAsOf: async (signature) => {
      const { status, slot } = await askStatus(signature);
      return status ? null : slot;
    },
    genesisHash: () => askFor('getGenesisHash', [], z.string().parse),
    blockTime: (slot) => askFor('getBlockTime', [slot], Whole.nullable().parse),
    slot: (commitment) => askFor('getSlot', [{ commitment }], Whole.parse),
    mint: (address) =>
      accountAt(address, (account) => {
        if (!account) throw new RpcFault('mint_unusable', `no account at ${address}`, { provider: name });
        return readMintAccount(account.owner, account.data, { address, provider: name });
      }),
    async transferFee(address) {
      const info = await askFor('getEpochInfo', [{ commitment: 'finalized' }], EpochInfo.parse);
      return accountAt(address, (account) => (account && readTransferFee(account.data, info.epoch)) ?? null);
    },
  };
}

const Whole = z.number().int();
const EpochInfo = z.object({ epoch: Whole });
const BlockhashAnswer = z.object({ value: z.object({ blockhash: z.string() }) });
const Account = z.object({
  owner: z.string(),
  data: z.tuple([z.base64(), z.literal('base64')]).transform(([text]) => Buffer.from(text, 'base64')),
});
type Account = z.output<typeof Account>;
const AccountAnswer = z.object({ value: Account.nullable() });
const TokenAccountsAnswer = z.object({ value: z.array(z.object({ pubkey: z.string(), account: Account })) });

/** The associated token account address that wallets derive for an owner and a mint; the account may not exist. */
export function associatedAccount(of: { owner: string; mint: string; tokenProgram: string }): string {
  const { owner, mint, tokenProgram } = of;
  return associatedTokenAccount(
    new PublicKey(mint),
    new PublicKey(owner),
    new PublicKey(tokenProgram),
  ).toBase58();
}

/** Throws `malformed_response` for any other shape, and for a list that is not newest first. */
function readSignatures(value: unknown, provider: string): ListedSignature[] {
  const malformed = (detail: string) => new RpcFault('malformed_response', detail, { provider });
  if (!Array.isArray(value)) throw malformed('no list of signatures');
  const listed = value.map((entry: unknown): ListedSignature => {
    const { signature, slot, err, memo } = (entry ?? {}) as Record<string, unknown>;
    const canonical = typeof signature === 'string' ? parseSignature(signature) : null;
    if (canonical === null || canonical !== signature) throw malformed('a listed signature is none');
    if (typeof slot !== 'number' || !Number.isSafeInteger(slot) || slot < 0 || err === undefined)
      throw malformed('a listed signature has no slot or no outcome');
    return { signature: canonical, slot, success: err === null, ...(typeof memo === 'string' && { memo }) };
  });
  for (const [index, { slot }] of listed.entries())
    if (slot > (listed[index - 1]?.slot ?? slot)) throw malformed('the list is not newest first');
  return listed;
}

export type MintAccount = { tokenProgram: string; decimals: number };

// Layout of a mint (spl-token state.rs): decimals, is_initialized; Token-2022 puts the account type after 165 bytes.
const MINT_SIZE = 82;
const DECIMALS_AT = 44;
const INITIALIZED_AT = 45;
const ACCOUNT_TYPE_AT = 165;
const ACCOUNT_TYPE_MINT = 1;

/**
 * Reads a mint account's bytes. Throws `mint_unusable` for anything but an initialised mint whose amounts wallets show
 * as they are.
 */
export function readMintAccount(
  owner: string,
  data: Uint8Array,
  from: { address: string; provider: string },
): MintAccount {
  const isMint = data.length === MINT_SIZE || data[ACCOUNT_TYPE_AT] === ACCOUNT_TYPE_MINT;
  const decimals = data[DECIMALS_AT];
  if (!isTokenProgram(owner) || !isMint || decimals === undefined || data[INITIALIZED_AT] !== 1) {
    throw new RpcFault('mint_unusable', `${from.address} is not a token mint`, from);
  }
  // A price of 1,000,000 could cost its payer ten times that.
  if (isShownScaled(data))
    throw new RpcFault('mint_unusable', `wallets show other amounts of ${from.address} than count`, from);
  return { tokenProgram: owner, decimals };
}
