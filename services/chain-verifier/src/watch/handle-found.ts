import { settleMembershipPaymentJob, settleReportPaymentJob } from '@naughty-list/contracts/payment-jobs';
import { Address, Signature } from '@naughty-list/contracts/primitives';
import type { Database } from '@naughty-list/service-kit/database/database';
import type { Queues } from '@naughty-list/service-kit/jobs/queues';
import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import type { Evidence } from '../chain/facts.ts';
import { collectEvidence } from '../evidence/collect.ts';
import { findStatus } from '../evidence/find-status.ts';
import type { PaymentMetrics, WatchMetrics } from '../metrics.ts';
import { contradiction, type Mint, rereadMint } from '../mint/mint.ts';
import type { Providers } from '../providers/providers.ts';
import { RpcFault } from '../providers/rpc-fault.ts';
import { countPaid } from '../reconciliation/check-payment.ts';
import { keepObserved } from '../reconciliation/repository.ts';
import { requestedBy } from '../reference-keys/repository.ts';
import type { Terms, TokenChange } from '../terms/terms.ts';
import { inForceAt, OFFER_GRACE_S } from '../verdicts/demand.ts';
import { findEvidence, saveEvidence } from '../verifications/judging-repository.ts';
import { isAlarming, isOutage } from '../verifications/verification.ts';
import {
  type Findings,
  type Found,
  findPayments,
  keysInMemos,
  keysNamed,
  type Owner,
} from './find-payments.ts';
import { dueTransactions, type FoundTransaction, markHandled, postpone } from './repository.ts';

export type Handling = {
  db: Database;
  queues: Queues;
  providers: Providers;
  clock: Clock;
  log: Log;
  tokens: readonly TokenChange[];
  prices: Terms['prices'];
  owners: readonly Owner[];
  metrics: WatchMetrics;
  paymentMetrics: PaymentMetrics;
};

const BATCH = 8;

type Delays = { firstMs: number; factor: number; longestMs: number };
export const unreadDelays: Delays = { firstMs: 1_000, factor: 2, longestMs: 5 * 60_000 };
// Usually a newer release is needed, so retry as rarely as a claim that cannot be judged.
const undecidedDelays: Delays = { firstMs: 60_000, factor: 4, longestMs: 6 * 3_600_000 };

/**
 * Reads every found transaction that is due and notifies the owners of the references that it pays for. One that cannot
 * be read, judged or delivered is postponed and delays no other; an outage of the providers ends the round. Anyone can
 * send transactions that cannot be judged, so only a few of those are retried, after all the others.
 * @returns how many were handled
 */
export async function handleAllFound(
  handling: Handling,
  { mint, mayGoOn }: { mint: Mint; mayGoOn: () => boolean },
): Promise<number> {
  const { db, clock } = handling;
  const { cluster } = mint;
  let handled = 0;
  const handleDue = async (isUndecided: boolean) => {
    const at = clock.now();
    const latest = latestDueAt(at, isUndecided ? undecidedDelays : unreadDelays);
    const due = await dueTransactions(db, { cluster, isUndecided, at, latest, limit: BATCH });
    const ends = await Promise.all(due.map((transaction) => handleFound(handling, mint, transaction)));
    handled += ends.filter((end) => end === 'handled').length;
    return { count: due.length, isOutage: ends.includes('outage') };
  };
  while (mayGoOn()) {
    const { count, isOutage } = await handleDue(false);
    if (isOutage) return handled;
    if (count === 0) break;
  }
  if (mayGoOn()) await handleDue(true);
  return handled;
}

/** Reads one found transaction and notifies the owners of the references that it pays for, or postpones it. */
export async function handleFound(
  handling: Handling,
  mint: Mint,
  transaction: FoundTransaction,
): Promise<'handled' | 'postponed' | 'outage'> {
  const { db, clock, log, metrics } = handling;
  const { signature, attempts } = transaction;
  const key = { cluster: mint.cluster, signature };
  try {
    const { evidence, keep } = await readOnce(handling, mint.cluster, transaction);
    const mismatch = contradiction(evidence, mint);
    if (mismatch !== null) {
      await rereadMint(handling, mint.address);
      throw new RpcFault('mint_mismatch', mismatch, { provider: 'all' });
    }
    const paid = countInForce(handling, evidence);
    if (paid) await keepObserved(db, { cluster: mint.cluster, signature, slot: evidence.slot, ...paid });
    const { payments, undecided } = await findPaid(handling, evidence);
    if (undecided.length > 0) {
      await postponeUndecided(handling, key, { transaction, undecided });
      return 'postponed';
    }
    if (payments.length > 0) await keep();
    for (const payment of payments) {
      await notifyOwner(handling.queues, signature, payment);
      metrics.found({ queue: payment.queue });
      log.info({ signature, ...payment }, 'payment found');
    }
    const at = clock.now();
    await markHandled(db, key, { at, redeliverAt: payments.length > 0 ? redeliverAt(0, at) : null });
    return 'handled';
  } catch (error) {
    // No error may delay the transactions behind it; an unavailable database ends the round anyway.
    const code = error instanceof RpcFault ? error.code : 'fault';
    if (attempts === 0 && isAlarming(code))
      log.error({ signature, code, err: error }, 'a transaction cannot be read, or its owner notified');
    const delays = transaction.isUndecided ? undecidedDelays : unreadDelays;
    await postpone(db, key, { dueAt: dueAt(clock, delays, attempts), code });
    return isOutage(code) ? 'outage' : 'postponed';
  }
}

/** What the transaction pays for, by its memos and by the reference keys of recent demands. */
export async function findPaid(
  { db, tokens, prices, owners }: Pick<Handling, 'db' | 'tokens' | 'prices' | 'owners'>,
  evidence: Evidence,
): Promise<Findings> {
  const inForce = inForceAt(tokens, evidence.blockTime);
  const offered = inForceAt(tokens, evidence.blockTime, OFFER_GRACE_S);
  const keys = [...keysNamed(evidence, offered), ...keysInMemos(evidence, owners)];
  const requested = await requestedBy(db, keys);
  return findPayments(evidence, { tokens: inForce, offered, prices, owners, requested });
}

/** What the transaction burned and credited in a mint that was in force or offered; undefined if nothing. */
function countInForce(
  { tokens }: Pick<Handling, 'tokens'>,
  evidence: Evidence,
): { burned: bigint; credited: bigint } | undefined {
  return inForceAt(tokens, evidence.blockTime, OFFER_GRACE_S)
    .map(({ mint: { address: mint, tokenProgram }, burnWallet }) => {
      const { burned, credited } = countPaid(evidence, { mint, tokenProgram, burnWallet });
      return { burned, credited };
    })
    .find(({ burned, credited }) => burned + credited > 0n);
}

/** Keeps a transaction that names a reference until a release can judge it, and alerts as for a claim. */
async function postponeUndecided(
  { db, clock, log, paymentMetrics }: Handling,
  key: { cluster: string; signature: string },
  { transaction, undecided }: { transaction: FoundTransaction; undecided: Findings['undecided'] },
): Promise<void> {
  const { signature, attempts, isUndecided } = transaction;
  for (const { code, detail, queue, reference } of undecided) {
    paymentMetrics.undecided({ code });
    if (!isUndecided)
      log.error({ signature, queue, reference, code, reason: detail }, 'a payment cannot be judged');
  }
  // The cause is the transaction: it is the same for every reference.
  const code = undecided[0]?.code ?? 'fault';
  await postpone(db, key, { dueAt: dueAt(clock, undecidedDelays, attempts), code, isUndecided: true });
}

function dueAt(clock: Clock, { firstMs, factor, longestMs }: Delays, attempts: number): Date {
  return new Date(clock.now().getTime() + Math.min(firstMs * factor ** Math.min(attempts, 20), longestMs));
}

/** The latest plausible due time. A later one was set before the clock was set back; allows for clock skew. */
export function latestDueAt(at: Date, { longestMs }: Delays): Date {
  return new Date(at.getTime() + 2 * longestMs);
}

/** Returns the evidence and a function that stores it: only evidence that will be claimed is worth storing. */
async function readOnce(
  { db, providers }: Handling,
  cluster: string,
  { signature, slot, attempts, isUndecided }: FoundTransaction,
): Promise<{ evidence: Evidence; keep: () => Promise<void> }> {
  // Undecided transactions are read again for the newer release, and so is evidence on which no accepted claim rests.
  const stored = isUndecided ? undefined : await findEvidence(db, { cluster, signature, is_accepted: true });
  if (stored) return { evidence: stored, keep: async () => {} };
  // Listed as finalised and successful; if the first attempt contradicted that, ask for the status.
  const status =
    attempts === 0
      ? { slot, commitment: 'finalized' as const, success: true }
      : await findStatus(providers, signature);
  if (status?.commitment !== 'finalized')
    throw new RpcFault('provider_behind', 'listed as finalised, but it is not', { provider: 'all' });
  const landed = { signature, commitment: 'finalized' as const, status };
  const { evidence, providers: names, response } = await collectEvidence(providers, landed);
  const keep = async () => {
    if (evidence.blockTime === null) return;
    await saveEvidence(db, { cluster, signature, facts: evidence, providers: names, response });
  };
  return { evidence, keep };
}

/** Notifies the owner of a reference that it may have been paid. Throws if the queue does not accept it. */
export async function notifyOwner(
  queues: Pick<Queues, 'add'>,
  signature: string,
  { queue, reference, referenceKey, mint }: Found,
  tellings = 0,
): Promise<void> {
  const job = queue === 'reports' ? settleReportPaymentJob : settleMembershipPaymentJob;
  await queues.add(job, {
    signature: Signature.parse(signature),
    reference,
    ...(referenceKey !== undefined && { referenceKey: Address.parse(referenceKey) }),
    ...(mint !== undefined && { mint: Address.parse(mint) }),
    ...(tellings > 0 && { tellings }),
  });
}

const FIRST_MS = 60_000;
const FACTOR = 10;
/** After a minute, ten minutes, two hours and 17 hours. */
const TIMES = 4;

/** When to notify again after this many notifications; null once that is enough. */
export function redeliverAt(notifications: number, now: Date): Date | null {
  return notifications < TIMES ? new Date(now.getTime() + FIRST_MS * FACTOR ** notifications) : null;
}
