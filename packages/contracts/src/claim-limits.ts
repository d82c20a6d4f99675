import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { Signature } from './primitives.ts';

/**
 * Limits of pending claims whose transaction was not on the chain when they were made. A transaction on the chain is
 * always accepted.
 */
export const unseenClaimLimits = { perClient: 10, total: 2_000, retryAfterSeconds: 60 } as const;

export const tooManyUnseenClaims =
  'This transaction is not on the blockchain yet, and too many others are still pending. Please try again in a minute.';

/** Whether any provider knows the signature; called when a claim would exceed the limit of unseen ones. */
export const findTransaction = defineEndpoint({
  method: 'GET',
  path: '/internal/transactions/:signature',
  summary: 'Whether a transaction is known on the chain',
  access: 'service',
  params: z.object({ signature: Signature }),
  answers: { 200: z.object({ isKnown: z.boolean() }) },
  errors: ['invalid_input', 'service_unavailable'],
});
