import type { Clock } from '@naughty-list/service-kit/clock';
import type { Database } from '@naughty-list/service-kit/database';
import type { Log } from '@naughty-list/service-kit/log';
import type { Queues } from '@naughty-list/service-kit/queues';
import type { Evidence } from '../chain/facts.ts';
import { collectEvidence } from '../evidence/collect.ts';
import { findStatus } from '../evidence/find-status.ts';
import { findEvidence, saveEvidence } from '../evidence/repository.ts';
import type { Mint } from '../mint/repository.ts';
import type { Providers } from '../providers/providers.ts';
import { RpcFault } from '../providers/rpc-fault.ts';
import { isAlarming, type PendingCode } from '../verifications/pending.ts';
import { findPayments, type Owner } from './find-payments.ts';
import type { WatchMetrics } from './metrics.ts';
import { dueTransactions, type FoundTransaction, markHandled, postpone } from './repository.ts';
import { tell } from './tell.ts';
import { tellAgainAt } from './tell-again-at.ts';

export type Settling = {
  db: Database;
  queues: Queues;
  providers: Providers;
  clock: Clock;
  log: Log;
  burnWallet: string;
  owners: readonly Owner[];
  metrics: WatchMetrics;
};

const AT_ONCE = 8;
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 5 * 60_000;

// They say nothing about the transaction, or may not: the others would meet with the same.
const outages: ReadonlySet<PendingCode> = new Set<PendingCode>([
  'rate_limited',
  'provider_error',
  'timeout',
  'wrong_cluster',
  'fault',
]);

/**
 * Reads every found transaction that is due and tells the owners of the references that it pays for. One that cannot be
 * read or told is put off, and holds up no other; an outage of the providers ends the round.
 * @returns how many were handled
 */
export async function settleFound(
  settling: Settling,
  { mint, mayGoOn }: { mint: Mint; mayGoOn: () => boolean },
): Promise<number> {
  const { db, clock } = settling;
  const { cluster } = mint;
  let handled = 0;
  while (mayGoOn()) {
    const due = await dueTransactions(db, { cluster, at: clock.now(), limit: AT_ONCE });
    if (due.length === 0) break;
    const ends = await Promise.all(due.map((transaction) => handle(settling, mint, transaction)));
    handled += ends.filter((end) => end === 'handled').length;
    if (ends.includes('outage')) break;
  }
  return handled;
}

async function handle(
  settling: Settling,
  mint: Mint,
  transaction: FoundTransaction,
): Promise<'handled' | 'postponed' | 'outage'> {
  const { db, clock, log, metrics } = settling;
  const { signature, attempts } = transaction;
  const key = { cluster: mint.cluster, signature };
  try {
    const { burnWallet, owners } = settling;
    const { evidence, keep } = await readOnce(settling, mint.cluster, transaction);
    const payments = findPayments(evidence, { mint, burnWallet, owners });
    if (payments.length > 0) await keep();
    for (const payment of payments) {
      await tell(settling.queues, signature, payment);
      metrics.found({ queue: payment.queue });
      log.info({ signature, ...payment }, 'payment found');
    }
    const at = clock.now();
    await markHandled(db, key, { at, tellAgainAt: payments.length > 0 ? tellAgainAt(0, at) : null });
    return 'handled';
  } catch (error) {
    // Whatever it is, it must not keep those behind it waiting; a database that is away stops the round by itself.
    const code = error instanceof RpcFault ? error.code : 'fault';
    if (attempts === 0 && isAlarming(code))
      log.error({ signature, code, err: error }, 'a transaction cannot be read or told');
    const delayMs = Math.min(FIRST_DELAY_MS * 2 ** Math.min(attempts, 20), LONGEST_DELAY_MS);
    await postpone(db, key, { dueAt: new Date(clock.now().getTime() + delayMs), code });
    return outages.has(code) ? 'outage' : 'postponed';
  }
}

/** The evidence, and how to keep it: only what somebody will claim is worth keeping. */
async function readOnce(
  { db, providers }: Settling,
  cluster: string,
  { signature, slot, attempts }: FoundTransaction,
): Promise<{ evidence: Evidence; keep: () => Promise<void> }> {
  const stored = await findEvidence(db, { cluster, signature });
  if (stored) return { evidence: stored, keep: async () => {} };
  // The list said finalised and successful; where that did not fit the transaction, its status is asked for.
  const status =
    attempts === 0
      ? { slot, commitment: 'finalized' as const, success: true }
      : await findStatus(providers, signature);
  if (status?.commitment !== 'finalized')
    throw new RpcFault('provider_behind', 'listed as finalised, but it is not', { provider: 'all' });
  const landed = { signature, commitment: 'finalized' as const, status };
  const { evidence, providers: names } = await collectEvidence(providers, landed);
  const keep = async () => {
    if (evidence.blockTime === null) return;
    await saveEvidence(db, { cluster, signature, facts: evidence, providers: names });
  };
  return { evidence, keep };
}
