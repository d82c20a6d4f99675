import { ApiError } from '@naughty-list/contracts/errors';
import { verifyPaymentJob } from '@naughty-list/contracts/payment-jobs';
import { startPreview } from '@naughty-list/contracts/verifications';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import { addLogFields } from '@naughty-list/service-kit/telemetry/tracing';
import type { Context } from '../context.ts';
import { leaveToPoller, receive } from '../verifications/repository.ts';
import { toChainVerification } from '../verifications/verification.ts';

/** When the previews of a network beyond its share are looked up, many in one call. */
const LATER_MS = 10_000;

/** Stores the preview and queues its job. */
export function startPreviewRoute({ db, queues, clock }: Context): Route {
  const isWithinShare = openPreviewShares();
  return route(startPreview, async ({ body: { id, signature, demand }, requestId, networkId }) => {
    addLogFields({ verificationId: id });
    const received = await receive(db, { id, signature, demand, round: 0 }, clock.now());
    if (received.signature !== signature) throw new ApiError('invalid_input', 'Another preview has this id');
    if (received.outcome === 'pending') {
      if (isWithinShare(networkId))
        await queues.add(verifyPaymentJob, { id, signature, demand, round: 0, requestId });
      else await leaveToPoller(db, { id, requestId, afterMs: LATER_MS });
    }
    return toChainVerification(received);
  });
}

/** How many previews of one network are judged at once and looked up soon. */
const PER_NETWORK = 10;
/** How long a preview counts: after this, an unknown transaction is given up. */
const COUNTED_MS = 30_000;

/**
 * Bounds the previews of each network, which anyone may request of any transaction: whether one more is within its share.
 * Counts in this process.
 */
function openPreviewShares(): (networkId: string) => boolean {
  const taken = new Map<string, number>();
  return (networkId) => {
    const count = taken.get(networkId) ?? 0;
    if (count >= PER_NETWORK) return false;
    taken.set(networkId, count + 1);
    setTimeout(() => {
      const left = (taken.get(networkId) ?? 1) - 1;
      if (left > 0) taken.set(networkId, left);
      else taken.delete(networkId);
    }, COUNTED_MS).unref();
    return true;
  };
}
