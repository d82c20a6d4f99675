import type { Database } from '@naughty-list/service-kit/database/database';
import { RetryLater } from '@naughty-list/service-kit/jobs/queues';
import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import { isCausedByTransaction, pendingCode } from './pending.ts';
import { findVerification } from './repository.ts';
import type { VerificationRecord } from './verification.ts';

// How long a preview is followed.
const FOLLOWED_MS = 10 * 60_000;
const LONGEST_MS = 6 * 3_600_000;

/**
 * Handles a judging that decided nothing. Anyone may ask about any transaction, and some can never be judged (the
 * oldest on the chain have no balances): those are retried ever more rarely, so that they cannot pile up ahead of
 * payments. A preview that is no longer followed is left as it is, and its record returned. Throws the error to retry.
 */
export async function reschedule(
  { db, clock }: { db: Database; clock: Clock },
  id: string,
  error: unknown,
): Promise<VerificationRecord> {
  const record = await findVerification(db, id).catch(() => undefined);
  if (!record) throw error;
  const ageMs = clock.now().getTime() - record.receivedAt.getTime();
  if (record.purpose === 'look' && ageMs >= FOLLOWED_MS) return record;
  throw isCausedByTransaction(pendingCode(error))
    ? new RetryLater(Math.min(ageMs / 4, LONGEST_MS), error)
    : error;
}
