import { z } from 'zod';
import { defineJob, type Job } from './job.ts';
import { Signature } from './primitives.ts';

/**
 * A finalised transaction that names a reference, found on the chain without anybody having pasted its hash. A payment
 * that carries a Solana Pay key only is found as the reference that this key belongs to (`LISTCLUB-<key>`).
 */
export const FoundPayment = z.object({
  signature: Signature,
  reference: z.string().regex(/^[\w-]{1,64}$/),
  requestId: z.string().optional(),
});
export type FoundPayment = z.infer<typeof FoundPayment>;

/**
 * Tells the owner of a reference that it may have been paid: it claims the transaction where something is owed still,
 * and does nothing otherwise, so that telling it twice, or telling it of strangers' references, is harmless.
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

/** For references of visitors who want to be members (`LISTCLUB-…`). */
export const settleMembershipPaymentJob = settleFoundPayment('membership');
