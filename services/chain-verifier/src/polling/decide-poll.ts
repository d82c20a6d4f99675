import {
  type JudgedCommitment,
  type LandedStatus,
  rankOf,
  type StatusReading,
} from '../chain/read-status.ts';
import { FOLLOWED_MS } from '../verifications/pending.ts';
import { isNotFoundDue, PREVIEW_MS, type VerificationRecord } from '../verifications/verification.ts';

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
