import { randomUUID } from 'node:crypto';
import type { ApiClient } from '@naughty-list/api-client/client';
import type { Signature } from '@naughty-list/contracts/primitives';
import {
  CHAIN_VERIFICATIONS_CHANNEL,
  type ChainVerification,
  getChainVerification,
  type PaymentDemand,
  startPreview,
} from '@naughty-list/contracts/verifications';
import type { Notifications } from '@naughty-list/service-kit/database/notifications';
import { NETWORK_ID_HEADER, REQUEST_ID_HEADER } from '@naughty-list/service-kit/http/service-auth';
import { addLogFields } from '@naughty-list/service-kit/telemetry/log-fields';

const CALL_MS = 5_000;
/** The database notifies of a change; polling covers a lost notification. */
const POLL_MS = 5_000;

/**
 * Previews whether a transaction meets a demand. Waits up to `waitMs`, or until the service stops, and then returns the
 * progress so far. Claims nothing. Throws what the call that starts it throws.
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
    // While the verifier cannot be asked, the progress is the one known before.
    known = await chainVerifier.call(getChainVerification, { params: { id } }, options()).catch(() => known);
    return known.outcome === 'pending' ? undefined : known;
  };
  const on = CHAIN_VERIFICATIONS_CHANNEL;
  return (await notifications.waitFor(id, findDecided, waitMs, { pollMs: POLL_MS, on })) ?? known;
}
