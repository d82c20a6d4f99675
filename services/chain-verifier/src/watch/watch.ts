import { associatedAccount } from '../chain/rpc.ts';
import type { Mint } from '../mint/mint.ts';
import { RpcFault } from '../providers/rpc-fault.ts';
import type { TokenChange } from '../terms/terms.ts';
import { inForceAt, OFFER_GRACE_S } from '../verdicts/demand.ts';
import { findEvidence } from '../verifications/judging-repository.ts';
import { catchUp, readFreshness } from './catch-up.ts';
import { findPaid, type Handling, handleAllFound, notifyOwner, redeliverAt } from './handle-found.ts';
import { watchAddress, watchedAddresses } from './repository.ts';

export type Watch = Handling & {
  /** Where the first watch of a chain begins; without it, at the current finalised slot. */
  from: 'now' | string;
  /** Page size of a listing; nodes return at most 1,000 entries. */
  pageSize: number;
};

/**
 * One round: lists and stores what is new at every watched address, handles found transactions, and redelivers
 * notifications. What a provider cannot list now is listed in a later round: a cursor moves only past stored entries.
 * Returns how many transactions were handled.
 */
export async function watchOnce(
  watch: Watch,
  { mint, mayGoOn }: { mint: Mint; mayGoOn: () => boolean },
): Promise<number> {
  const { db, log } = watch;
  let isComplete = true;
  const freshness = await readFreshness(watch.providers, watch.clock);
  if (freshness.stalled.size > 0)
    log.warn({ providers: [...freshness.stalled] }, 'skipping providers whose finalised head is stalled');
  await recordAddresses(watch);
  for (const watched of await watchedAddresses(db, mint.cluster)) {
    if (!mayGoOn()) return 0;
    try {
      const isListed = await catchUp(watch, { cluster: mint.cluster, watched }, { freshness, mayGoOn });
      if (!isListed) isComplete = false;
    } catch (error) {
      if (!(error instanceof RpcFault)) throw error;
      isComplete = false;
      log.warn(
        { address: watched.address, code: error.code, reason: error.message },
        'address not watched in this round',
      );
    }
  }
  if (isComplete && freshness.headTime !== null)
    watch.metrics.listedUpTo(new Date(freshness.headTime * 1_000));
  const handled = await handleAllFound(watch, { mint, mayGoOn });
  await redeliver(watch, { mint, mayGoOn });
  return handled;
}

const REDELIVERED_TOGETHER = 50;

/**
 * Redelivers notifications sent a while ago: a queue may have lost its jobs (a Redis that lost its file, or its last
 * second), and a restored owner the reference until its visitor came back. Redelivery is idempotent. Throws if the queue is unavailable.
 */
async function redeliver(
  handling: Handling,
  { mint, mayGoOn }: { mint: Mint; mayGoOn: () => boolean },
): Promise<void> {
  const { db, queues, clock } = handling;
  const { cluster } = mint;
  while (mayGoOn()) {
    const due: { signature: string; tellings: number }[] = await db('found_transactions')
      .where({ cluster, is_undecided: false })
      .whereRaw('num_nulls(handled_at) = 0')
      .where('due_at', '<=', clock.now())
      .orderBy('due_at')
      .limit(REDELIVERED_TOGETHER)
      .select('signature', 'tellings');
    for (const { signature, tellings } of due) {
      const evidence = await findEvidence(db, { cluster, signature });
      const payments = evidence ? (await findPaid(handling, evidence)).payments : [];
      for (const payment of payments) await notifyOwner(queues, signature, payment, tellings + 1);
      const again = payments.length > 0 ? redeliverAt(tellings + 1, clock.now()) : null;
      await db('found_transactions')
        .where({ cluster, signature })
        .update({ due_at: again, tellings: db.raw('tellings + 1') });
    }
    if (due.length < REDELIVERED_TOGETHER) return;
  }
}

/** `from`: where the first watch of a chain begins: the slot of a signature, or `now`, the last finalised one. */
type AddressContext = Pick<Handling, 'db' | 'providers' | 'log' | 'clock' | 'tokens'> & {
  from: 'now' | string;
};

/**
 * Stores the addresses to watch, of every mint and burn wallet that is in force or that an offer may still show. Burns
 * and checked transfers name the mint; unchecked transfers name only the token accounts. Of the burn wallet's accounts,
 * its associated account is watched once it exists, and every other one once it holds a balance, as anyone can open empty
 * ones; each from the beginning of the watch so that nothing is missed.
 */
export async function recordAddresses(watch: AddressContext): Promise<void> {
  const now = Math.floor(watch.clock.now().getTime() / 1_000);
  for (const token of inForceAt(watch.tokens, now, OFFER_GRACE_S)) await recordToken(watch, token);
}

async function recordToken(watch: AddressContext, { mint, burnWallet }: TokenChange): Promise<void> {
  const { db, providers, log } = watch;
  const { cluster, address } = mint;
  const known = await watchedAddresses(db, cluster);
  const sinceSlot =
    known.find((watched) => watched.address === address)?.mark.sinceSlot ?? (await firstSlot(watch));
  await watchAddress(db, { cluster, address, sinceSlot });
  const own = associatedAccount({ owner: burnWallet, mint: address, tokenProgram: mint.tokenProgram });
  const accounts = await providers
    .first((rpc) => rpc.tokenAccounts(burnWallet, address))
    .catch((error: unknown) => {
      if (!(error instanceof RpcFault)) throw error;
      log.warn({ code: error.code, reason: error.message }, 'token accounts of the burn wallet not read');
      return [];
    });
  for (const account of accounts)
    if (account.address === own || account.amount > 0n)
      await watchAddress(db, { cluster, address: account.address, sinceSlot });
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
