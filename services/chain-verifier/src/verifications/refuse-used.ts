import type { Database } from '@naughty-list/service-kit/database';
import type { Demand } from '../verdicts/demand.ts';
import { refusal } from './refusal.ts';
import { findAccepted } from './repository.ts';
import type { Decision, VerificationRecord } from './verification.ts';

/**
 * Refuses what can be refused without asking the chain: a transaction that has paid for something, a subject that was
 * paid for by another transaction. A look at the payment of its own subject is judged as if nothing were used.
 */
export async function refuseUsed(
  db: Database,
  record: VerificationRecord,
  { cluster, demand }: { cluster: string; demand: Demand },
): Promise<Decision | undefined> {
  const { signature, subject, purpose } = record;
  const { use, payment } = await findAccepted(db, { cluster, signature, subject });
  if (use) return purpose === 'look' && use.subject === subject ? undefined : refusal('already_used', demand);
  return payment ? refusal('subject_already_paid', demand) : undefined;
}
