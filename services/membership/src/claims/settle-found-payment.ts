import type { FoundPayment } from '@naughty-list/contracts/found-payments';
import type { Queues } from '@naughty-list/service-kit/queues';
import type { Knex } from 'knex';
import { findMemberPaidBy } from '../members/repository.ts';
import { findReference } from '../references/repository.ts';
import { claimPayment } from './claim-payment.ts';

/**
 * Claims a transaction for the visitor whose reference it names, unless a member was paid by that reference or the same is claimed
 * already. A browser that belongs to a member by a signature does not stand in the way of its own payment. Answers the claim's id;
 * nothing where there was nothing to do.
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
