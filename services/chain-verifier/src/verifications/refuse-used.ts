import type { Database } from '@naughty-list/service-kit/database/database';
import type { Demand } from '../verdicts/demand.ts';
import { type RefusalCode, refusalMessage } from '../verdicts/messages.ts';
import { type Accepted, findAccepted } from './repository.ts';
import type { Decision, VerificationRecord } from './verification.ts';

/** A refusal by the service itself rather than by a rule of the judge. */
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
 * The refusal of a claim whose transaction is used, or whose subject another payment has paid for. The accepted claim
 * itself never gets here (it is decided). A preview of the transaction that paid for this subject is judged normally.
 */
export function refusalFor(
  { subject, purpose, demand: { fixed } }: VerificationRecord,
  { use, isPaid }: Accepted,
  demand: Demand,
): Decision | undefined {
  if (use) return purpose === 'look' && use.subject === subject ? undefined : refusal('already_used', demand);
  // The owner adds up what an intent's subject was paid, and knows whether anything was left to pay for.
  return isPaid && !fixed ? refusal('subject_already_paid', demand) : undefined;
}

/** As {@link refusalFor}, against the claims accepted by now. */
export async function refuseUsed(
  db: Database,
  record: VerificationRecord,
  { cluster, demand }: { cluster: string; demand: Demand },
): Promise<Decision | undefined> {
  const { signature, subject } = record;
  return refusalFor(record, await findAccepted(db, { cluster, signature, subject }), demand);
}
