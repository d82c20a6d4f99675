import type { Database } from '@naughty-list/service-kit/database/database';
import { findEvidence } from '../evidence/repository.ts';
import type { Mint } from '../mint/repository.ts';
import { RpcFault } from '../providers/rpc-fault.ts';
import { catchUp } from './catch-up.ts';
import { readFreshness } from './freshness.ts';
import { findPaid, type Handling, handleAllFound } from './handle-found.ts';
import { notifyOwner, redeliverAt } from './notify-owner.ts';
import { dropIdle, recordAddresses } from './record-addresses.ts';
import { watchedAddresses } from './repository.ts';

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
  const idle = await recordAddresses(watch);
  for (const watched of await watchedAddresses(db, mint.cluster)) {
    if (!mayGoOn()) return 0;
    try {
      const isListed = await catchUp(watch, { cluster: mint.cluster, watched }, { freshness, mayGoOn });
      if (!isListed) isComplete = false;
      else if (idle.has(watched.address)) await dropIdle(watch, mint.cluster, watched.address);
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
 * second). Redelivery is idempotent. Throws if the queue is unavailable.
 */
async function redeliver(
  handling: Handling,
  { mint, mayGoOn }: { mint: Mint; mayGoOn: () => boolean },
): Promise<void> {
  const { db, queues, clock } = handling;
  const { cluster } = mint;
  while (mayGoOn()) {
    const due = await dueRedeliveries(db, { cluster, at: clock.now(), limit: REDELIVERED_TOGETHER });
    for (const { signature, tellings } of due) {
      const evidence = await findEvidence(db, { cluster, signature });
      const payments = evidence ? (await findPaid(handling, evidence)).payments : [];
      for (const payment of payments) await notifyOwner(queues, signature, payment);
      const again = payments.length > 0 ? redeliverAt(tellings + 1, clock.now()) : null;
      await recordRedelivery(db, { cluster, signature }, again);
    }
    if (due.length < REDELIVERED_TOGETHER) return;
  }
}

/** Payments due for redelivery, longest overdue first. */
async function dueRedeliveries(
  db: Database,
  { cluster, at, limit }: { cluster: string; at: Date; limit: number },
): Promise<{ signature: string; tellings: number }[]> {
  return db('found_transactions')
    .where({ cluster })
    .where('tell_again_at', '<=', at)
    .orderBy('tell_again_at')
    .limit(limit)
    .select('signature', 'tellings');
}

async function recordRedelivery(
  db: Database,
  key: { cluster: string; signature: string },
  again: Date | null,
): Promise<void> {
  await db('found_transactions')
    .where(key)
    .update({ tell_again_at: again, tellings: db.raw('tellings + 1') });
}
