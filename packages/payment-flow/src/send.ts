import { verifyPaymentJob } from '@naughty-list/contracts/payment-jobs';
import { Signature } from '@naughty-list/contracts/primitives';
import type { PaymentDemand } from '@naughty-list/contracts/verifications';
import type { Queues } from '@naughty-list/service-kit/jobs/queues';
import type { Knex } from 'knex';
import type { Claim } from './claim.ts';
import { findKeptProof } from './proof-repository.ts';

/** Requests the verdict on a claim, with its proven wallet and what that signed. Throws when the queue is unavailable. */
export async function sendClaim(
  db: Knex,
  queues: Pick<Queues, 'add'>,
  {
    id,
    signature,
    round,
    requestId,
    provenWallet,
    othersPending = 0,
  }: Pick<
    Claim<unknown, string>,
    'id' | 'signature' | 'round' | 'requestId' | 'provenWallet' | 'othersPending'
  >,
  demand: PaymentDemand,
): Promise<void> {
  const of = provenWallet && { subject: demand.subject, signature, wallet: provenWallet };
  const proof = of && (await findKeptProof(db, of));
  await queues.add(verifyPaymentJob, {
    id,
    signature: Signature.parse(signature),
    demand: { ...demand, ...(provenWallet && { provenWallet }), ...(proof && { proof }) },
    round,
    ...(requestId === null ? {} : { requestId }),
    ...(othersPending > 0 && { isFurther: true as const }),
  });
}
