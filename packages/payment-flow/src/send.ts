import { verifyPaymentJob } from '@naughty-list/contracts/payment-jobs';
import { Signature } from '@naughty-list/contracts/primitives';
import type { PaymentDemand } from '@naughty-list/contracts/verifications';
import type { Queues } from '@naughty-list/service-kit/jobs/queues';
import type { Claim } from './claim.ts';

/** Requests the verdict on a claim, with its proven wallet. Throws when the queue is unavailable. */
export async function sendClaim(
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
  await queues.add(verifyPaymentJob, {
    id,
    signature: Signature.parse(signature),
    demand: { ...demand, ...(provenWallet && { provenWallet }) },
    round,
    ...(requestId === null ? {} : { requestId }),
    ...(othersPending > 0 && { isFurther: true as const }),
  });
}
