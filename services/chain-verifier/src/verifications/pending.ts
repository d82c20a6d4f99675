import { removalTexts } from '@naughty-list/contracts/removal';
import type { Database } from '@naughty-list/service-kit/database/database';
import { RetryLater } from '@naughty-list/service-kit/jobs/handler';
import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import { RpcFault, type RpcFaultCode } from '../providers/rpc-fault.ts';
import type { UnknownCode } from '../verdicts/verdict.ts';
import { findVerification } from './repository.ts';
import type { VerificationRecord } from './verification.ts';

/** Why a payment is still undecided; `fault` is an internal error, detailed in the log. */
export type PendingCode = UnknownCode | RpcFaultCode | 'not_finalized' | 'fault';

// Waiting does not resolve these: an operator must check the providers, the settings or this program.
export const alarming: ReadonlySet<PendingCode> = new Set<PendingCode>([
  'undecodable_token_instruction',
  'amount_undetermined',
  'unsupported_history',
  'client_too_old',
  'response_mismatch',
  'evidence_conflict',
  'provider_conflict',
  'wrong_cluster',
  'mint_unusable',
  'mint_mismatch',
  'fault',
]);

// These pass, whatever the transaction is.
const passing: ReadonlySet<PendingCode> = new Set<PendingCode>([
  'not_found_yet',
  'not_finalized',
  'provider_behind',
  'mint_mismatch',
  'rate_limited',
  'provider_error',
  'timeout',
  'fault',
]);

// These are not about the transaction: others would fail the same way.
const outages: ReadonlySet<PendingCode> = new Set<PendingCode>([
  'rate_limited',
  'provider_error',
  'timeout',
  'wrong_cluster',
  'fault',
]);

/** Whether the providers fail rather than the transaction. */
export function isOutage(code: PendingCode): boolean {
  return outages.has(code);
}

/** Whether the cause is the transaction itself or its incomplete history: frequent retries do not help. */
export function isCausedByTransaction(code: PendingCode): boolean {
  return !passing.has(code);
}

/** Whether it only waits for the chain: the poller looks up such payments in batches. */
export function isForPoller(code: PendingCode): boolean {
  return code === 'not_found_yet' || code === 'not_finalized';
}

/** The code of an error that left a payment undecided. */
export function pendingCode(error: unknown): PendingCode {
  return error instanceof RpcFault || error instanceof NotDecidedYet ? error.code : 'fault';
}

/** Whether to alert an operator. */
export function isAlarming(code: PendingCode): boolean {
  return alarming.has(code);
}

/** The user-facing message while nothing is decided. */
export function pendingMessage(code: PendingCode): string {
  return code === 'not_found_yet' ? removalTexts.notFound : removalTexts.pending;
}

/** Nothing is decided yet, and a retry can change that. */
export class NotDecidedYet extends Error {
  readonly code: PendingCode;

  constructor(code: PendingCode, detail: string) {
    super(`${code}: ${detail}`);
    this.name = 'NotDecidedYet';
    this.code = code;
  }
}

/** How long a preview is followed. */
export const FOLLOWED_MS = 10 * 60_000;
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
