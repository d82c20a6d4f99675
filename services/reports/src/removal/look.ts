import { randomUUID } from 'node:crypto';
import type { ApiClient } from '@naughty-list/api-client/client';
import type { Signature } from '@naughty-list/contracts/primitives';
import { type ChainVerification, type PaymentDemand, startLook } from '@naughty-list/contracts/verifications';
import { noteLogFields } from '@naughty-list/service-kit/log-fields';

// What the call itself may take, besides the verifier's wait.
const CALL_MS = 5_000;

/**
 * Looks whether a transaction meets a demand; waits at most `waitMs` for the end, or until
 * `signal` says that nobody waits. Claims nothing.
 */
export async function look(
  chainVerifier: ApiClient,
  request: {
    signature: Signature;
    demand: PaymentDemand;
    waitMs: number;
    requestId: string;
    signal: AbortSignal;
  },
): Promise<ChainVerification> {
  const { signature, demand, waitMs, requestId } = request;
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(waitMs + CALL_MS)]);
  const id = `look_${randomUUID()}`;
  noteLogFields({ verificationId: id });
  return chainVerifier.call(
    startLook,
    { body: { id, signature, demand, waitMs } },
    { signal, headers: { 'x-request-id': requestId } },
  );
}
