import { recoverMembership } from '@naughty-list/contracts/membership';
import type { PaymentProof } from '@naughty-list/contracts/payment-proofs';
import { apiOfOneAction } from '../../lib/api.ts';
import { FIRST_PAUSE_MS, longerPause, pause, type Waiting, withRetries } from '../../lib/retry.ts';

export type RecoveryEnd = { link: string } | { refusal: string };

/**
 * Opens the chat in this browser with a member's signature; waits for an invite that is still being created.
 * Idempotent. Rejects when the signal aborts, or with an ApiCallError.
 */
export async function recover(
  proof: PaymentProof,
  { signal, onWaiting }: { signal: AbortSignal; onWaiting: (why: Waiting | undefined) => void },
): Promise<RecoveryEnd> {
  const api = apiOfOneAction();
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = longerPause(pauseMs)) {
    const answer = await withRetries(() => api.call(recoverMembership, { body: { proof } }, { signal }), {
      signal,
      onWaiting,
    });
    if (answer.success && answer.telegramLink) return { link: answer.telegramLink };
    if (!answer.pending) return { refusal: answer.message };
    await pause(pauseMs, signal);
  }
}
