import type { Database } from '@naughty-list/service-kit/database/database';
import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import type { Evidence } from '../chain/facts.ts';
import type { JudgedCommitment } from '../chain/read-status.ts';
import type { EvidenceLoader } from '../evidence/evidence-loader.ts';
import { loadMint, type Mint, mintForEvidence } from '../mint/mint.ts';
import type { Head } from '../providers/head.ts';
import type { Providers } from '../providers/providers.ts';
import { RpcFault } from '../providers/rpc-fault.ts';
import { CHAIN_CLOCK_S, demandAt, newestToken, ownerOf, type TokenChange, tokensAt } from '../terms/terms.ts';
import { findReferences } from '../verdicts/check-binding.ts';
import type { Demand } from '../verdicts/demand.ts';
import { type Judged, judgeInForce } from '../verdicts/judge-payment.ts';
import { recordAbsence, recordProgress } from './judging-repository.ts';
import { recordVerdict, refusal, refusalFor } from './record-verdict.ts';
import { type ClaimState, loadState, type Requested, receive, type StoredEvidence } from './repository.ts';
import {
  type ChainStage,
  type Decision,
  isAbsentLongEnough,
  isAlarming,
  isNotFoundDue,
  NotDecidedYet,
  PREVIEW_MS,
  pendingCode,
  pendingMessage,
  stageOf,
  type VerificationRecord,
} from './verification.ts';

/** What judging depends on. The last three are settings. */
export type Verifier = {
  db: Database;
  providers: Providers;
  head: () => Promise<Head>;
  evidence: EvidenceLoader;
  clock: Clock;
  log: Log;
  /** The address of the LIST mint. */
  mint: string;
  commitment: JudgedCommitment;
  notFoundAfterMs: number;
  /** Whether a payment without a reference counts. */
  unbound: Demand['unbound'];
};

/** How far the transaction is known to have progressed; updated while deciding. */
type Progress = { stage: ChainStage; seenAt?: Date };

/**
 * Judges one payment, once. A decided verification is returned as it is, and one that its owner has since requested
 * again (`round`) is left pending for that request. Throws {@link NotDecidedYet} or an RpcFault if nothing can be
 * decided now; the record then holds its progress and why it is still pending.
 */
export async function verify(verifier: Verifier, requested: Requested): Promise<VerificationRecord> {
  const { db, clock } = verifier;
  const record = await receive(db, requested, clock.now());
  if (record.outcome !== 'pending' || record.round > requested.round) return record;
  const progress: Progress = { stage: 'received' };
  try {
    const mint = await loadMint(verifier, verifier.mint);
    const state = await loadState(db, { ...record, cluster: mint.cluster });
    return await decideNow(verifier, { record, state, mint, progress });
  } catch (error) {
    await recordFault(verifier, record, progress, error).catch((err) =>
      verifier.log.warn({ err }, 'fault not recorded'),
    );
    throw error;
  }
}

type Judging = { record: VerificationRecord; state: ClaimState; mint: Mint; progress: Progress };

/**
 * Stored evidence suffices to accept, but not to refuse: its providers may have been wrong, so a refusal reads the
 * chain. A repeated claim therefore costs as much as a first one; concurrent ones share one reading.
 */
async function decideNow(verifier: Verifier, judging: Judging): Promise<VerificationRecord> {
  const { record, state, mint, progress } = judging;
  const { db, clock } = verifier;
  const { cluster } = mint;
  const at = clock.now();
  const [now = newestToken(state.terms)] = tokensAt(record.demand, state.terms, null);
  const demand = demandOfClaim(verifier, { record, state, at, token: now, blockTime: null });
  // What came second is judged, too: it is its payer's credit.
  const isPaid = state.isPaid && record.purpose === 'look';
  const used = refusalFor(record, { ...state, isPaid }, demand);
  if (used) return recordVerdict(db, record, { decision: used, cluster, demand, at });
  const judge = async (evidence: Evidence, keep: StoredEvidence | undefined) => {
    const judged = await judgeByChainClock(verifier, { record, state, at, evidence });
    return { ...judged, evidence, keep, cluster, at };
  };
  const stored = state.evidence && (await judge(state.evidence.facts, state.evidence).catch(ignoreFault));
  if (stored?.verdict.outcome === 'accepted')
    return recordVerdict(db, record, { ...stored, verdict: stored.verdict });
  const reading = await verifier.evidence(record.signature, state.evidence !== undefined);
  const { status } = reading;
  if (!status) {
    const decision = await decideNotFound(verifier, record, demand);
    // The transaction existed, so the rejection from the stored evidence is the better reason.
    if (stored?.verdict.outcome === 'rejected')
      return recordVerdict(db, record, { ...stored, verdict: stored.verdict });
    return recordVerdict(db, record, { decision, cluster, demand, at });
  }
  progress.stage = stageOf(status.commitment);
  progress.seenAt = clock.now();
  if ('fault' in reading) throw reading.fault;
  if (!('evidence' in reading)) throw new NotDecidedYet('not_finalized', status.commitment);
  const { evidence, providers, response, isFinal } = reading;
  const judged = await judge(evidence, isFinal ? { facts: evidence, providers, response } : undefined);
  const { verdict } = judged;
  if (verdict.outcome === 'unknown') throw new NotDecidedYet(verdict.code, verdict.detail);
  return recordVerdict(db, record, { ...judged, verdict, seenAt: progress.seenAt });
}

/** What a claim is judged by; `at`: now. */
type Claimed = {
  record: VerificationRecord;
  state: Pick<ClaimState, 'isCredit' | 'isSpare' | 'terms'>;
  at: Date;
};

/** The demand for a payment of this block time in one of the mints in force. */
function demandOfClaim(
  { unbound }: Verifier,
  {
    record,
    state: { isCredit, isSpare, terms },
    at,
    token,
    blockTime,
  }: Claimed & { token: TokenChange; blockTime: number | null },
): Demand {
  const claimedAt = record.receivedAt;
  const usual = demandAt(record.demand, { token, unbound, terms, now: at, claimedAt, blockTime });
  const { creditNotBefore, provenNotBefore = creditNotBefore } = usual;
  if (!isSpare || creditNotBefore === undefined || provenNotBefore === undefined) return usual;
  // It may be older than what it is used for now, whatever it names.
  const spare = { ...usual, provenNotBefore: Math.min(creditNotBefore, provenNotBefore) };
  if (!isCredit) return spare;
  // It is known to have paid for nothing, so no restore can have lost its use.
  const { usesKnownSince: _, ...credit } = spare;
  return credit;
}

/** A chain that is further behind our clock than this makes payments look older than the reports that they came after. */
const CHAIN_BEHIND_S = 60;

/**
 * Judges evidence for a claim, and records nothing. If the payment seems too old, what is paid for is dated by the chain's clock, where
 * that is minutes behind.
 */
export async function judgeByChainClock(
  verifier: Verifier,
  claimed: Claimed & { evidence: Evidence },
): Promise<Judged> {
  const judged = await judgeClaim(verifier, claimed);
  const { verdict } = judged;
  if (verdict.outcome !== 'rejected' || verdict.code !== 'outside_window') return judged;
  const { time } = await verifier.head();
  const behindS = time === null ? 0 : Math.min(claimed.at.getTime() / 1_000 - time, CHAIN_CLOCK_S);
  if (behindS <= CHAIN_BEHIND_S) return judged;
  const { record } = claimed;
  const demand = { ...record.demand, notBefore: Math.max(0, Math.floor(record.demand.notBefore - behindS)) };
  return judgeClaim(verifier, { ...claimed, record: { ...record, demand } });
}

async function judgeClaim(
  verifier: Verifier,
  { evidence, ...claimed }: Claimed & { evidence: Evidence },
): Promise<Judged> {
  const { record, state } = claimed;
  const { blockTime } = evidence;
  const inForce = tokensAt(record.demand, state.terms, blockTime).map(async (token) => {
    const mint = await mintForEvidence(verifier, evidence, token.mint);
    return demandOfClaim(verifier, { ...claimed, token: { ...token, mint }, blockTime });
  });
  const demands = (await Promise.all(inForce)).map((demand): Demand => {
    const { usesKnownSince: _, ...ofAnyTime } = demand;
    return namesMembership(record, evidence, demand) ? ofAnyTime : demand;
  });
  const judged = judgeInForce(evidence, demands);
  if (!isForPayerAlone(record, { isCredit: state.isCredit, evidence, judged })) return judged;
  // It passed with its reference: for this report, a restore has lost no effect of it.
  const signed = demands.map(({ usesKnownSince: _, ...one }) =>
    one.partial ? { ...one, partial: 'signed' as const } : one,
  );
  return judgeInForce(evidence, signed);
}

/**
 * Whether a payment for a membership names another one. If a restore lost what it paid for, that membership is lost, too, and the payer
 * may sign for a new one.
 */
function namesMembership({ subject }: VerificationRecord, { memos }: Evidence, demand: Demand): boolean {
  const { others, onlyKeys } = findReferences(memos, demand);
  return ownerOf(subject) === 'membership' && others.length > 0 && onlyKeys;
}

/**
 * Whether only the payer, by a signature, may claim an accepted payment for a report: a credit, or a part that does not name the
 * intent's key. Otherwise anyone could claim it for an intent of their own, as all payments for a report have its memo.
 */
function isForPayerAlone(
  { subject }: VerificationRecord,
  { isCredit, evidence, judged }: { isCredit: boolean; evidence: Evidence; judged: Judged },
): boolean {
  const { verdict, demand } = judged;
  if (verdict.outcome !== 'accepted' || ownerOf(subject) !== 'reports') return false;
  if (isCredit) return true;
  return verdict.amount < demand.minimum && !evidence.accountKeys.includes(demand.referenceKey ?? '');
}

/** For `catch`: undefined for an RpcFault, after which the chain is read again. */
export function ignoreFault(error: unknown): undefined {
  if (!(error instanceof RpcFault)) throw error;
}

async function recordFault(
  { db, log }: Verifier,
  record: VerificationRecord,
  progress: Progress,
  error: unknown,
): Promise<void> {
  const code = pendingCode(error);
  if (isAlarming(code)) log.error({ id: record.id, code, err: error }, 'a payment cannot be judged');
  await recordProgress(db, record, { ...progress, code, message: pendingMessage(code) });
}

/**
 * Decides about a transaction that no provider knows. Throws {@link NotDecidedYet} while it may still land, by our
 * clock or the chain's, or if the providers that do not know it are behind; an RpcFault if it was final, or if a
 * provider knows the transaction but not its status.
 */
async function decideNotFound(
  verifier: Verifier,
  record: VerificationRecord,
  demand: Demand,
): Promise<Decision> {
  const { db, clock } = verifier;
  const now = clock.now();
  const isPreview = record.purpose === 'look';
  const notFoundAfterMs = isPreview
    ? Math.min(verifier.notFoundAfterMs, PREVIEW_MS)
    : verifier.notFoundAfterMs;
  const mayLand = () => new NotDecidedYet('not_found_yet', 'it may still land');
  const isDue = isNotFoundDue({ record, now, headTime: Number.POSITIVE_INFINITY, notFoundAfterMs });
  // A preview has no consequences and may be of any signature, so it is not worth further calls.
  if (isPreview && isDue) return refusal('not_found', demand);
  if (isPreview) throw mayLand();
  // A quorum has called it final: they have pruned it, and another provider, or an archive, may show it.
  if (record.stage === 'finalised')
    throw new RpcFault('history_unavailable', 'it was final, and is not known any more', { provider: 'all' });
  // Saves two calls: nothing can be decided yet.
  if (!isDue && record.absentSince) throw mayLand();
  const head = await verifier.head();
  if (head.time !== null && !record.absentSince) await recordAbsence(db, record, new Date(head.time * 1_000));
  if (!isDue) throw mayLand();
  if (head.time === null || !isNotFoundDue({ record, now, headTime: head.time, notFoundAfterMs }))
    throw new NotDecidedYet('provider_behind', `head at ${head.time}`);
  const absentSince = record.absentSince ?? new Date(head.time * 1_000);
  if (!isAbsentLongEnough({ absentSince, headTime: head.time, notFoundAfterMs })) throw mayLand();
  await confirmAbsence(verifier, record.signature, head.slot);
  return refusal('not_found', demand);
}

/** Requires a quorum that does not know the transaction, each as of a slot no older than the finalised head. */
async function confirmAbsence(
  { providers, commitment }: Verifier,
  signature: string,
  headSlot: number,
): Promise<void> {
  const { answers } = await providers.ask(
    async (rpc) => {
      const transaction = await rpc.transaction(signature, commitment);
      const absentAsOf = transaction === null ? await rpc.absentAsOf(signature) : null;
      return { absentAsOf };
    },
    (given) => given.some(({ answer }) => answer.absentAsOf === null),
  );
  const knowing = answers.find(({ answer }) => answer.absentAsOf === null);
  if (knowing) throw new RpcFault('provider_conflict', 'a transaction without a status', knowing);
  if (answers.length < providers.quorum) throw new NotDecidedYet('provider_error', 'too few providers');
  const current = answers.filter(({ answer }) => (answer.absentAsOf ?? 0) >= headSlot);
  if (current.length < providers.quorum)
    throw new NotDecidedYet('provider_behind', `providers that do not know it are behind slot ${headSlot}`);
}
