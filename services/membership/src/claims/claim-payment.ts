import type { UnseenLimit } from '@naughty-list/payment-claims/limit-unseen';
import { type Opened, openClaim, type ProvenBy } from '@naughty-list/payment-claims/open';
import { sendClaim } from '@naughty-list/payment-claims/send';
import type { Queues } from '@naughty-list/service-kit/jobs/queues';
import type { Knex } from 'knex';
import { type Reference, recordRequested } from '../references/repository.ts';
import { membershipClaims } from './claim.ts';
import { membershipDemand } from './demand.ts';

/**
 * Claims a transaction for a reference, or joins the existing claim. `onUnsent` is called when the queue is
 * unavailable: the claim is stored by then, and the sweep sends it.
 */
export async function claimPayment(
  db: Knex,
  queues: Pick<Queues, 'add'>,
  request: {
    reference: Reference;
    signature: string;
    requestId: string | null;
    dueInMs: number;
    /** Without it the claim is always opened: the transaction was found on the chain. */
    unseen?: UnseenLimit;
    onUnsent: (error: unknown) => void;
    provenBy?: ProvenBy | undefined;
  },
): Promise<Opened<string, 'admitted'>> {
  const { reference, onUnsent, ...asked } = request;
  const subject = reference.reference;
  const opened = await openClaim(db, membershipClaims, {
    ...asked,
    idPrefix: 'membership',
    subject,
    mayOpen: true,
  });
  if (!opened) throw new Error(`No claim for ${subject}`);
  if (opened.outcome === 'opened') {
    await recordRequested(db, subject);
    await sendClaim(queues, opened.claim, membershipDemand(reference)).catch(onUnsent);
  }
  return opened;
}
