import { verifyPaymentJob } from '@naughty-list/contracts/payment-jobs';
import { Signature } from '@naughty-list/contracts/primitives';
import type { Queues } from '@naughty-list/service-kit/jobs/queues';
import { every } from '@naughty-list/service-kit/lifecycle/define-service';
import { withinTrace } from '@naughty-list/service-kit/telemetry/tracing';
import {
  type JudgedCommitment,
  type LandedStatus,
  rankOf,
  type StatusReading,
} from '../chain/read-status.ts';
import { MOST_STATUSES } from '../chain/rpc.ts';
import type { Context } from '../context.ts';
import { RpcFault } from '../providers/rpc-fault.ts';
import { recordProgress } from '../verifications/judging-repository.ts';
import { type Polled, schedulePolls, takeDuePolls } from '../verifications/repository.ts';
import {
  FOLLOWED_MS,
  isNotFoundDue,
  PREVIEW_MS,
  pendingMessage,
  stageOf,
  type VerificationRecord,
} from '../verifications/verification.ts';
import type { Verifier } from '../verifications/verify.ts';

const EVERY_MS = 500;
/** How long to wait for the rest of the providers once a quorum has answered: one that hangs must not delay claims. */
const GRACE_MS = 2_000;
/** Jobs for previews per batch, so that many of them do not fill the queue; the others are polled again later. */
const PREVIEWS_JUDGED = 8;
const PREVIEW_LATER_MS = 2_000;

export type Poller = { verifier: Verifier; queues: Pick<Queues, 'add'> };

/**
 * Looks up everything that is due, 256 signatures per call, and queues a judging job for each transaction that has
 * progressed far enough or may be marked as not found. Survives a crash: the rows hold when they are due again. Returns
 * how many were looked up.
 */
export async function pollOnce(poller: Poller, mayGoOn: () => boolean = () => true): Promise<number> {
  const { db } = poller.verifier;
  let polled = 0;
  while (mayGoOn()) {
    const due = await takeDuePolls(db, MOST_STATUSES);
    if (due.length > 0) await pollBatch(poller, due);
    polled += due.length;
    if (due.length < MOST_STATUSES) break;
  }
  return polled;
}

/** Every worker polls; each takes due rows that no other has taken. */
export const startPoller = every(
  EVERY_MS,
  async (context: Context, mayGoOn) => void (await pollOnce(context, mayGoOn)),
  { atStart: true, name: 'poller' },
);

async function pollBatch({ verifier, queues }: Poller, due: readonly Polled[]): Promise<void> {
  const { db, providers, clock, commitment, notFoundAfterMs } = verifier;
  const readings = await readTogether(verifier, due);
  const now = clock.now();
  let previews = 0;
  const decided = due.map((polled) => {
    const decision = decidePoll(polled.record, {
      readings: readings.get(polled.record.signature) ?? [],
      quorum: providers.quorum,
      commitment,
      now,
      notFoundAfterMs,
    });
    if (polled.record.purpose !== 'look' || decision.next !== 'judge') return { ...polled, decision };
    previews += 1;
    const later = { next: 'wait', nextInMs: PREVIEW_LATER_MS } as const;
    return { ...polled, decision: previews > PREVIEWS_JUDGED ? later : decision };
  });
  // Reschedule first: a job added twice is queued once, and one that is not added becomes due again.
  await schedulePolls(
    db,
    decided.map(({ record: { id }, decision }) => ({
      id,
      nextInMs: decision.next === 'stop' ? null : decision.nextInMs,
    })),
  );
  for (const one of decided) await carryOut({ verifier, queues }, one);
}

/** Each provider's statuses of the signatures; providers without a usable response in time are omitted. */
async function readTogether({ providers }: Verifier, due: readonly Polled[]): Promise<Map<string, Readings>> {
  const signatures = [...new Set(due.map(({ record }) => record.signature))];
  const { answers } = await providers.askAll(
    (rpc) => rpc.statuses(signatures),
    ({ length }) => length >= providers.quorum,
    GRACE_MS,
  );
  const given = (index: number) =>
    answers.flatMap(({ answer: { [index]: one } }) => (one && !(one instanceof RpcFault) ? [one] : []));
  return new Map(signatures.map((signature, index) => [signature, given(index)]));
}

async function carryOut(
  { verifier: { db, clock }, queues }: Poller,
  { record, polls, requestId, trace, decision }: Polled & { decision: PollDecision },
): Promise<void> {
  if (decision.next === 'judge') {
    const { id, signature, demand, round } = record;
    const payload = {
      id,
      signature: Signature.parse(signature),
      demand,
      round,
      poll: { count: polls, seen: decision.seen },
      ...(requestId !== null && { requestId }),
    };
    await withinTrace(trace, () => queues.add(verifyPaymentJob, payload));
  }
  if (decision.next === 'record') {
    const code = 'not_finalized';
    const stage = stageOf(decision.status.commitment);
    await recordProgress(db, record, { stage, code, message: pendingMessage(code), seenAt: clock.now() });
  }
}

/** The providers' statuses of one signature; providers without a usable response are omitted. */
export type Readings = readonly StatusReading[];

/** What to do about a polled verification. */
export type PollDecision =
  /** Add a job that judges it: `seen` payments have priority over those that may be marked as not found. */
  | { next: 'judge'; seen: boolean; nextInMs: number }
  /** Record its progress, which is not far enough to judge it. */
  | { next: 'record'; status: LandedStatus; nextInMs: number }
  | { next: 'wait'; nextInMs: number }
  /** Poll no more: a preview that is no longer followed. */
  | { next: 'stop' };

const SEEN_MS = 1_000;
const UNSEEN_MS = { least: 500, most: 10_000 };
const SHARE_OF_AGE = 0.1;
// When to poll again after adding a job, in case the job is lost.
const JUDGED_MS = { seen: 2_000, unseen: 30_000 };

/**
 * Decides from the statuses of one poll. The verdict is left to a job, which applies the rules to responses of its own.
 * The job is added when the transaction has progressed far enough, when providers contradict each other, when a seen
 * transaction has vanished, or when its time to land is over.
 */
export function decidePoll(
  record: VerificationRecord,
  polled: {
    readings: Readings;
    quorum: number;
    commitment: JudgedCommitment;
    now: Date;
    notFoundAfterMs: number;
  },
): PollDecision {
  const { readings, quorum, commitment, now, notFoundAfterMs } = polled;
  const ageMs = now.getTime() - record.receivedAt.getTime();
  const nextInMs = Math.min(Math.max(ageMs * SHARE_OF_AGE, UNSEEN_MS.least), UNSEEN_MS.most);
  if (record.purpose === 'look' && ageMs >= FOLLOWED_MS) return { next: 'stop' };
  if (readings.length === 0) return { next: 'wait', nextInMs };
  const known = readings.flatMap(({ status }) => (status ? [status] : []));
  if (known.length > 0) {
    const [agreed] = known.toSorted((a, b) => rankOf(b.commitment) - rankOf(a.commitment)).slice(quorum - 1);
    const isFarEnough = agreed && rankOf(agreed.commitment) >= rankOf(commitment);
    if (!agreed || isFarEnough)
      return { next: 'judge', seen: true, nextInMs: Math.max(JUDGED_MS.seen, nextInMs) };
    return { next: 'record', status: agreed, nextInMs: SEEN_MS };
  }
  const ownNotFoundAfterMs =
    record.purpose === 'look' ? Math.min(notFoundAfterMs, PREVIEW_MS) : notFoundAfterMs;
  const headTime = Number.POSITIVE_INFINITY;
  const isDue = isNotFoundDue({ record, now, headTime, notFoundAfterMs: ownNotFoundAfterMs });
  const hasVanished = record.seenAt !== null && record.absentSince === null;
  if (isDue || hasVanished) return { next: 'judge', seen: false, nextInMs: JUDGED_MS.unseen };
  return { next: 'wait', nextInMs };
}
