import { associatedAccount } from '../chain/rpc.ts';
import type { Mint } from '../mint/repository.ts';
import { RpcFault } from '../providers/rpc-fault.ts';
import { dropAccount, watchAddress, watchedAddresses } from './repository.ts';
import type { Settling } from './settle.ts';

/** `fromSignature`: where the first watch of a chain begins; without it, at the current finalised slot. */
type AddressContext = Pick<Settling, 'db' | 'providers' | 'log' | 'burnWallet'> & {
  fromSignature: string | undefined;
};

/**
 * Stores the addresses to watch. Burns and checked transfers name the mint; unchecked transfers name only the token
 * accounts. Of the burn wallet's accounts, its associated account is watched once it exists, and every other one that
 * holds a balance, each from the beginning of the watch so that nothing is missed. Returns the accounts that a round
 * may drop once it has listed them: empty and closed ones.
 */
export async function recordAddresses(watch: AddressContext, mint: Mint): Promise<ReadonlySet<string>> {
  const { db, providers, log, burnWallet } = watch;
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
  if (!accounts) return new Set();
  const holding = new Set(
    accounts
      .filter((account) => account.address === own || account.amount > 0n)
      .map((account) => account.address),
  );
  for (const account of holding)
    await watchAddress(db, { cluster, address: account, sinceSlot, isAccount: true });
  const listed = new Set(accounts.map((account) => account.address));
  const isIdle = (watched: { address: string; isAccount: boolean }) =>
    !holding.has(watched.address) &&
    watched.address !== own &&
    (watched.isAccount || listed.has(watched.address));
  return new Set(known.filter(isIdle).map((watched) => watched.address));
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

async function firstSlot({ providers, fromSignature }: AddressContext): Promise<number> {
  if (fromSignature === undefined) return providers.first((rpc) => rpc.slot('finalized'));
  return providers.first(async (rpc) => {
    const status = await rpc.status(fromSignature);
    if (status) return status.slot;
    throw new RpcFault('history_unavailable', 'WATCH_FROM_SIGNATURE is not known', { provider: rpc.name });
  });
}
