import { randomUUID } from 'node:crypto';
import type { ApiClient } from '@naughty-list/api-client/client';
import type { Signature } from '@naughty-list/contracts/primitives';
import { type ChainVerification, type PaymentDemand, startLook } from '@naughty-list/contracts/verifications';
import { noteLogFields } from '@naughty-list/service-kit/log-fields';

// What the call itself may take, besides the verifier's wait.
const CALL_MS = 5_000;
// Who stops does not wait much longer.
const LAST_CALL_MS = 2_000;

/**
 * Looks whether a transaction meets a demand; waits at most `waitMs` for the end, or until `signal` says that nobody waits any
 * more: then it answers how far the look has come. Claims nothing.
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
  const { signature, demand, requestId, signal } = request;
  const id = `look_${randomUUID()}`;
  noteLogFields({ verificationId: id });
  const ask = (waitMs: number, signal: AbortSignal) =>
    chainVerifier.call(
      startLook,
      { body: { id, signature, demand, waitMs } },
      { signal, headers: { 'x-request-id': requestId } },
    );
  const { waitMs } = request;
  return ask(waitMs, AbortSignal.any([signal, AbortSignal.timeout(waitMs + CALL_MS)])).catch((error) => {
    if (!signal.aborted) throw error;
    // Asked again with its id, the verifier answers for the same look.
    return ask(0, AbortSignal.timeout(LAST_CALL_MS));
  });
}
