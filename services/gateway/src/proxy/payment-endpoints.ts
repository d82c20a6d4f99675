import * as intents from '@naughty-list/contracts/payment-intents';
import { issueRemovalProof } from '@naughty-list/contracts/payment-proofs';
import { burnRequest, removeByBurn, verifyBurn } from '@naughty-list/contracts/removal';
import { followVerification, getVerification } from '@naughty-list/contracts/verifications';
import type { PublicEndpoint } from './proxied-endpoint.ts';
import type { Upstream } from './upstreams.ts';

/** The id of a verification or payment intent, or the purpose of payments, shows which service owns them. */
export function ownerOfPayment(params: unknown): Upstream {
  const { id, purpose } = params as { id?: unknown; purpose?: unknown };
  return String(purpose ?? id).startsWith('membership') ? 'membership' : 'reports';
}

/** What payers of a removal call, and what payments of both kinds share. */
export const paymentEndpoints: readonly PublicEndpoint[] = [
  { endpoint: removeByBurn, upstream: 'reports', budget: 'payments', waits: true },
  { endpoint: verifyBurn, upstream: 'reports', budget: 'payments', waits: true },
  { endpoint: issueRemovalProof, upstream: 'reports', budget: 'payments' },
  { endpoint: burnRequest, upstream: 'reports', budget: 'burnRequests', isSlow: true, anyOrigin: true },
  { endpoint: getVerification, upstream: ownerOfPayment, budget: 'reads' },
  { endpoint: followVerification, upstream: ownerOfPayment, budget: 'reads', stream: true },
  { endpoint: intents.openRemovalIntent, upstream: 'reports', budget: 'payments', visitor: true },
  { endpoint: intents.getPaymentIntent, upstream: ownerOfPayment, budget: 'reads' },
  { endpoint: intents.followPaymentIntent, upstream: ownerOfPayment, budget: 'reads', stream: true },
  { endpoint: intents.checkPaymentIntent, upstream: ownerOfPayment, budget: 'payments', isSlow: true },
];
