import { randomUUID } from 'node:crypto';
import type { ApiClient } from '@naughty-list/api-client/client';
import type { Signature } from '@naughty-list/contracts/primitives';
import { removalTexts, type VerifyBurnAnswer } from '@naughty-list/contracts/removal';
import {
  CHAIN_VERIFICATIONS_CHANNEL,
  type ChainVerification,
  getChainVerification,
  type PaymentDemand,
  startPreview,
} from '@naughty-list/contracts/verifications';
import { ALREADY_USED, NOT_FOUND_YET, SUBJECT_ALREADY_PAID } from '@naughty-list/payment-flow/claim-table';
import { sharesInTokens } from '@naughty-list/payment-flow/progress';
import type { Notifications } from '@naughty-list/service-kit/database/notifications';
import { NETWORK_ID_HEADER, REQUEST_ID_HEADER } from '@naughty-list/service-kit/http/service-auth';
import { addLogFields } from '@naughty-list/service-kit/telemetry/tracing';

const CALL_MS = 5_000;
/** The database notifies of a change; polling covers a lost notification. */
const POLL_MS = 5_000;

/**
 * Starts a preview of whether a transaction meets a demand, and waits for its verdict up to `waitMs` or until the service
 * stops; then returns its progress. Claims nothing. Throws an ApiCallError if it cannot be started.
 */
export async function preview(
  { chainVerifier, notifications }: { chainVerifier: ApiClient; notifications: Notifications },
  request: {
    signature: Signature;
    demand: PaymentDemand;
    waitMs: number;
    requestId: string;
    networkId: string;
  },
): Promise<ChainVerification> {
  const { signature, demand, waitMs, requestId, networkId } = request;
  const id = `look_${randomUUID()}`;
  addLogFields({ verificationId: id });
  const options = () => ({
    signal: AbortSignal.timeout(CALL_MS),
    headers: { [REQUEST_ID_HEADER]: requestId, [NETWORK_ID_HEADER]: networkId },
  });
  let known = await chainVerifier.call(startPreview, { body: { id, signature, demand } }, options());
  if (known.outcome !== 'pending' || waitMs === 0) return known;
  const findDecided = async () => {
    // While the verifier does not answer, keep the last known progress.
    known = await chainVerifier.call(getChainVerification, { params: { id } }, options()).catch(() => known);
    return known.outcome === 'pending' ? undefined : known;
  };
  const on = CHAIN_VERIFICATIONS_CHANNEL;
  return (await notifications.waitFor(id, findDecided, waitMs, { pollMs: POLL_MS, on })) ?? known;
}

/**
 * The response to a preview; a `pending` one is sent with 202. `willFollow`: the caller did not want to wait and follows it
 * by its id.
 */
export function previewAnswer(
  previewed: ChainVerification,
  { willFollow }: { willFollow: boolean },
): VerifyBurnAnswer {
  const { id, outcome, code, message, amount, sent = '0', decimals, payers } = previewed;
  switch (outcome) {
    case 'accepted':
      return paid({ amount: BigInt(amount ?? 0), sent: BigInt(sent), decimals });
    case 'rejected':
      if (code === ALREADY_USED) return unpaid(removalTexts.alreadyUsed);
      if (code === SUBJECT_ALREADY_PAID) return unpaid(removalTexts.alreadyRemoved);
      return {
        ...unpaid(message ?? removalTexts.unableToVerify),
        ...(code !== null && { reason: code }),
        ...(payers && { payers }),
      };
    case 'pending':
      // It may never land, so do not keep the caller waiting; the same hash can be previewed again.
      if (code === NOT_FOUND_YET && !willFollow) return unpaid(removalTexts.notFound);
      return { success: false, pending: true, verificationId: id, error: removalTexts.pending };
  }
}

export function paid(payment: Parameters<typeof sharesInTokens>[0]): VerifyBurnAnswer {
  const { amountBurned, ...rest } = sharesInTokens(payment);
  return { success: true, amountBurned: amountBurned ?? 0, ...rest };
}

export function unpaid(error: string): VerifyBurnAnswer & { success: false } {
  return { success: false, error };
}
