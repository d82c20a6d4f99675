import { associatedAccount } from '../chain/rpc.ts';
import { RpcFault } from '../providers/rpc-fault.ts';
import type { TokenChange } from '../terms/terms.ts';
import { inForceAt } from '../verdicts/demand.ts';
import type { Handling } from './handle-found.ts';
import { dropAccount, watchAddress, watchedAddresses } from './repository.ts';

/** `from`: where the first watch of a chain begins: the slot of a signature, or `now`, the last finalised one. */
type AddressContext = Pick<Handling, 'db' | 'providers' | 'log' | 'clock' | 'tokens'> & {
  from: 'now' | string;
};

/**
 * Stores the addresses to watch, of every mint and burn wallet that is in force. Burns and checked transfers name the
 * mint; unchecked transfers name only the token accounts. Of the burn wallet's accounts, its associated account is
 * watched once it exists, and every other one that holds a balance, each from the beginning of the watch so that nothing
 * is missed. Returns the accounts that a round may drop once it has listed them: empty and closed ones.
 */
export async function recordAddresses(watch: AddressContext): Promise<ReadonlySet<string>> {
  const inForce = inForceAt(watch.tokens, Math.floor(watch.clock.now().getTime() / 1_000));
  const recorded = [];
  for (const token of inForce) recorded.push(await recordToken(watch, token));
  const [cluster] = inForce.map(({ mint }) => mint.cluster);
  if (cluster === undefined || recorded.includes(undefined)) return new Set();
  const used = new Set(recorded.flatMap((one) => [...(one?.used ?? [])]));
  const listed = new Set(recorded.flatMap((one) => [...(one?.listed ?? [])]));
  const isIdle = (watched: { address: string; isAccount: boolean }) =>
    !used.has(watched.address) && (watched.isAccount || listed.has(watched.address));
  const known = await watchedAddresses(watch.db, cluster);
  return new Set(known.filter(isIdle).map((watched) => watched.address));
}

/** `used`: the mint, and the accounts to watch; `listed`: all accounts. Undefined if they could not be read. */
async function recordToken(
  watch: AddressContext,
  { mint, burnWallet }: TokenChange,
): Promise<{ used: string[]; listed: string[] } | undefined> {
  const { db, providers, log } = watch;
  const { cluster, address } = mint;
  const known = await watchedAddresses(db, cluster);
  const sinceSlot =
    known.find((watched) => watched.address === address)?.mark.sinceSlot ?? (await firstSlot(watch));
  await watchAddress(db, { cluster, address, sinceSlot, isAccount: false });
  const own = associatedAccount({ owner: burnWallet, mint: address, tokenProgram: mint.tokenProgram });
  const accounts = await providers
    .first((rpc) => rpc.tokenAccounts(burnWallet, address))
    .catch((error: unknown) => {
      if (!(error instanceof RpcFault)) throw error;
      log.warn({ code: error.code, reason: error.message }, 'token accounts of the burn wallet not read');
    });
  if (!accounts) return undefined;
  const holding = accounts
    .filter((account) => account.address === own || account.amount > 0n)
    .map((account) => account.address);
  for (const account of holding)
    await watchAddress(db, { cluster, address: account, sinceSlot, isAccount: true });
  return { used: [address, own, ...holding], listed: accounts.map((account) => account.address) };
}

/**
 * Stops watching an account that this round has listed to its end. If it is watched again, it is listed from the
 * beginning.
 */
export async function dropIdle(
  watch: Pick<AddressContext, 'db' | 'log'>,
  cluster: string,
  address: string,
): Promise<void> {
  await dropAccount(watch.db, { cluster, address });
  watch.log.info({ address }, 'stopped watching an empty token account');
}

async function firstSlot({ providers, from }: AddressContext): Promise<number> {
  if (from === 'now') return providers.first((rpc) => rpc.slot('finalized'));
  return providers.first(async (rpc) => {
    const status = await rpc.status(from);
    if (status) return status.slot;
    throw new RpcFault('history_unavailable', 'the transaction of WATCH_FROM is not known', {
      provider: rpc.name,
    });
  });
}
