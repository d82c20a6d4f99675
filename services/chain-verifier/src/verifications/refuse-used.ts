import type { Database } from '@naughty-list/service-kit/database/database';
import type { Demand } from '../verdicts/demand.ts';
import { type RefusalCode, refusalMessage } from '../verdicts/messages.ts';
import { type BlockingClaims, findBlockingClaims } from './repository.ts';
import type { Decision, VerificationRecord } from './verification.ts';

/** A rejection by the service itself rather than by a rule of the judge. */
export function refusal(code: RefusalCode, demand: Demand): Decision {
  return {
    outcome: 'rejected',
    code,
    message: refusalMessage(code, demand),
    amount: null,
    decimals: demand.decimals,
    slot: null,
    rules: [{ rule: code, passed: false, seen: code }],
  };
}

/**
 * The rejection of a claim whose transaction is used, or whose subject is paid for, by another accepted claim; undefined if
 * neither. A preview of the transaction that paid for this subject is judged normally.
 */
export function refusalFor(
  { subject, purpose, demand: { fixed } }: VerificationRecord,
  { use, isPaid }: BlockingClaims,
  demand: Demand,
): Decision | undefined {
  if (use) return purpose === 'look' && use.subject === subject ? undefined : refusal('already_used', demand);
  // The owner adds up what an intent's subject was paid, and knows whether anything was left to pay for.
  return isPaid && !fixed ? refusal('subject_already_paid', demand) : undefined;
}

/** As {@link refusalFor}, with the claims accepted by now. Reads only. */
export async function findRefusal(
  db: Database,
  record: VerificationRecord,
  { cluster, demand }: { cluster: string; demand: Demand },
): Promise<Decision | undefined> {
  const { signature, subject } = record;
  return refusalFor(record, await findBlockingClaims(db, { cluster, signature, subject }), demand);
}
