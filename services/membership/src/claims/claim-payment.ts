import { demandOf } from '@naughty-list/payment-flow/intent';
import { findOpenIntent } from '@naughty-list/payment-flow/intent-table';
import type { UnseenLimit } from '@naughty-list/payment-flow/limit-unseen';
import { type Opened, openClaim, type ProvenBy } from '@naughty-list/payment-flow/open';
import { sendClaim } from '@naughty-list/payment-flow/send';
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
  const intent = await findOpenIntent(db, { subject });
  const opened = await openClaim(db, membershipClaims, {
    ...asked,
    idPrefix: 'membership',
    subject,
    mayOpen: true,
    intentId: intent?.id ?? null,
  });
  if (!opened) throw new Error(`No claim for ${subject}`);
  if (opened.outcome === 'opened') {
    await recordRequested(db, subject);
    await sendClaim(db, queues, opened.claim, demandOf(membershipDemand(reference), intent)).catch(onUnsent);
  }
  return opened;
}
