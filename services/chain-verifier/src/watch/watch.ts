import type { Mint } from '../mint/repository.ts';
import { RpcFault } from '../providers/rpc-fault.ts';
import { joinLists, listNew } from './list-new.ts';
import { keepFound, type Watched, watchAddress, watchedAddresses } from './repository.ts';
import { type Settling, settleFound } from './settle.ts';
import { tellAgain } from './tell-again.ts';

export type Watch = Settling & {
  /** Where the first watch of a chain begins; without it, at the slot that is final then. */
  fromSignature: string | undefined;
  /** Entries of one list; a node gives at most 1,000. */
  pageSize: number;
};

/**
 * One round: lists what is new at every watched address, keeps it, settles what is due, and tells again what was told. What a provider cannot tell
 * now is told in a later round: a cursor moves only over what was kept.
 */
export async function watchOnce(
  watch: Watch,
  { mint, mayGoOn }: { mint: Mint; mayGoOn: () => boolean },
): Promise<number> {
  const { db, log } = watch;
  let isComplete = true;
  await noteAddresses(watch, mint);
  for (const watched of await watchedAddresses(db, mint.cluster)) {
    if (!mayGoOn()) return 0;
    try {
      await catchUp(watch, mint.cluster, watched);
    } catch (error) {
      if (!(error instanceof RpcFault)) throw error;
      isComplete = false;
      log.warn({ address: watched.address, code: error.code, reason: error.message }, 'not watched for now');
    }
  }
  if (isComplete) watch.metrics.roundCompleted();
  const settled = await settleFound(watch, { mint, mayGoOn });
  await tellAgain(watch, { mint, mayGoOn });
  return settled;
}

/**
 * A burn names the mint, and so does a checked transfer; an unchecked transfer names only the token accounts. A token
 * account that the burn wallet gets later is watched from the beginning of the watch, so that nothing is missed between.
 */
async function noteAddresses(watch: Watch, { cluster, address }: Mint): Promise<void> {
  const { db, providers, log, burnWallet } = watch;
  const known = await watchedAddresses(db, cluster);
  const sinceSlot =
    known.find((watched) => watched.address === address)?.mark.sinceSlot ?? (await firstSlot(watch));
  await watchAddress(db, { cluster, address, sinceSlot });
  const accounts = await providers
    .first((rpc) => rpc.tokenAccounts(burnWallet, address))
    .catch((error: unknown) => {
      if (!(error instanceof RpcFault)) throw error;
      log.warn({ code: error.code, reason: error.message }, 'token accounts of the burn wallet not read');
      return [];
    });
  for (const account of accounts) await watchAddress(db, { cluster, address: account, sinceSlot });
}

async function firstSlot({ providers, fromSignature }: Watch): Promise<number> {
  if (fromSignature === undefined) return providers.first((rpc) => rpc.slot('finalized'));
  return providers.first(async (rpc) => {
    const status = await rpc.status(fromSignature);
    if (status) return status.slot;
    throw new RpcFault('history_unavailable', 'WATCH_FROM_SIGNATURE is not known', { provider: rpc.name });
  });
}

/** As many providers as the quorum asks for must list what is new; what any of them lists is looked at. */
async function catchUp(watch: Watch, cluster: string, watched: Watched): Promise<void> {
  const { db, providers, clock, log, pageSize } = watch;
  const { address, mark } = watched;
  const { answers, faults } = await providers.ask(
    (rpc) => listNew(rpc, { address, mark, pageSize }),
    ({ length }) => length >= providers.quorum,
  );
  if (answers.length < providers.quorum)
    throw faults.at(-1) ?? new RpcFault('provider_error', 'too few providers', { provider: 'all' });
  const { found, cursor } = joinLists(answers.map(({ answer }) => answer));
  await keepFound(db, { cluster, watched, found, cursor, at: clock.now() });
  if (found.length > 0) log.info({ address, found: found.length }, 'transactions found');
}
