import type { FoundPayment } from '@naughty-list/contracts/found-payments';
import type { Queues } from '@naughty-list/service-kit/jobs/queues';
import type { Knex } from 'knex';
import { findMemberPaidBy } from '../members/repository.ts';
import { findReference } from '../references/repository.ts';
import { claimPayment } from './claim-payment.ts';

/**
 * Claims a found payment for the visitor whose reference it names, unless that reference has already paid for a
 * member or the transaction is already claimed. A browser that joined another member by signature can still pay for
 * itself. Returns the claim's id, or undefined when there was nothing to do.
 */
export async function settleFoundPayment(
  db: Knex,
  queues: Pick<Queues, 'add'>,
  found: FoundPayment & { dueInMs: number; onUnsent: (error: unknown) => void },
): Promise<string | undefined> {
  const { signature, requestId = null, dueInMs, onUnsent } = found;
  const reference = await findReference(db, found.reference);
  if (!reference || (await findMemberPaidBy(db, reference.reference))) return undefined;
  const asked = { reference, signature, requestId, dueInMs, onUnsent };
  const { outcome, claim } = await claimPayment(db, queues, asked);
  return outcome === 'opened' ? claim.id : undefined;
}
