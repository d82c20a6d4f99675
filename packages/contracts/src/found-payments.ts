import { z } from 'zod';
import { defineJob, type Job } from './job.ts';
import { Address, Signature } from './primitives.ts';

/**
 * A finalised transaction that names a reference, found on the chain without a pasted hash. A payment with only a
 * Solana Pay key is reported under that key's reference (`LISTCLUB-<key>`).
 */
export const FoundPayment = z.object({
  signature: Signature,
  reference: z.string().regex(/^[\w-]{1,64}$/),
  /** The key of the payment intent that it names. */
  referenceKey: Address.optional(),
  requestId: z.string().optional(),
});
export type FoundPayment = z.infer<typeof FoundPayment>;

/**
 * Tells a reference's owner of a possible payment. The owner claims the transaction if something is still to be paid, and
 * otherwise does nothing, so repeated jobs and unknown references are harmless. (Not a settlement by an admin.)
 */
const settleFoundPayment = (queue: string): Job<typeof FoundPayment> =>
  defineJob({
    queue,
    name: 'settle-found-payment',
    payload: FoundPayment,
    id: ({ signature, reference }) => `settle-found-payment.${signature}.${reference}`,
    attempts: 1000,
    backoffMs: 500,
    maxBackoffMs: 30_000,
  });

/** For references of reports (`LISTBURN007`). */
export const settleReportPaymentJob = settleFoundPayment('reports');

/** For references of prospective members (`LISTCLUB-…`). */
export const settleMembershipPaymentJob = settleFoundPayment('membership');
