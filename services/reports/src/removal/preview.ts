import { randomUUID } from 'node:crypto';
import type { ApiClient } from '@naughty-list/api-client/client';
import type { Signature } from '@naughty-list/contracts/primitives';
import {
  type ChainVerification,
  type PaymentDemand,
  startPreview,
} from '@naughty-list/contracts/verifications';
import { addLogFields } from '@naughty-list/service-kit/telemetry/log-fields';

// Time for the call itself, in addition to the verifier's wait.
const CALL_MS = 5_000;
// Limits the last call during a stop.
const LAST_CALL_MS = 2_000;

/**
 * Previews whether a transaction meets a demand. Waits up to `waitMs`, or until `signal` aborts, and then returns the
 * progress so far. Claims nothing.
 */
export async function preview(
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
  addLogFields({ verificationId: id });
  const ask = (waitMs: number, signal: AbortSignal) =>
    chainVerifier.call(
      startPreview,
      { body: { id, signature, demand, waitMs } },
      { signal, headers: { 'x-request-id': requestId } },
    );
  const { waitMs } = request;
  return ask(waitMs, AbortSignal.any([signal, AbortSignal.timeout(waitMs + CALL_MS)])).catch((error) => {
    if (!signal.aborted) throw error;
    // With the same id, the verifier returns the same preview.
    return ask(0, AbortSignal.timeout(LAST_CALL_MS));
  });
}
