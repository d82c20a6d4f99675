import { ApiError } from '@naughty-list/contracts/errors';
import { isSignature } from '@naughty-list/contracts/primitives';
import { type RemoveByBurnAnswer, removalTexts, removeByBurn } from '@naughty-list/contracts/removal';
import { reportListTexts } from '@naughty-list/contracts/reports';
import { ALREADY_USED, SUBJECT_ALREADY_PAID } from '@naughty-list/payment-claims/claim';
import { sendClaim } from '@naughty-list/payment-claims/send';
import { waitForEnd } from '@naughty-list/payment-claims/wait-for-end';
import { preferredWaitMs } from '@naughty-list/service-kit/prefer';
import { Answer, type Route, route } from '@naughty-list/service-kit/route';
import type { Context } from '../context.ts';
import { REPORT_ALREADY_REMOVED, type RemovalClaim, removalClaims } from '../removal/claim.ts';
import { removalDemand } from '../removal/demand.ts';
import { openRemovalClaim } from '../removal/open-claim.ts';

export function removeByBurnRoute({ db, queues, claimWakeUps, config }: Context): Route {
  return route(removeByBurn, async ({ params, body, requestId, raw }) => {
    const { txHash: signature } = body;
    if (!isSignature(signature)) throw new ApiError('invalid_transaction_hash', removalTexts.invalidHash);
    const dueInMs = config.CLAIM_SWEEP_AFTER_MS;
    const opened = await openRemovalClaim(db, { reportId: params.id, signature, requestId, dueInMs });
    if (opened.outcome === 'unknown-report') throw new ApiError('not_found', reportListTexts.unknownReport);
    if (opened.outcome === 'already-removed')
      throw new ApiError('report_already_removed', removalTexts.alreadyRemoved);
    const { claim, report } = opened;
    if (opened.outcome === 'opened') {
      const demand = removalDemand(report, config.REMOVAL_COST_TOKENS);
      // The claim is written down; what cannot be sent now, the sweep sends.
      await sendClaim(queues, claim, demand).catch((err) => raw.log.warn({ err, claim: claim.id }, 'claim'));
    }
    const ended = await waitForEnd(db, claimWakeUps, removalClaims, {
      id: claim.id,
      waitMs: preferredWaitMs(raw.headers.prefer, config.VERIFY_WAIT_MS),
    });
    return answerFor(ended ?? claim);
  });
}

function answerFor({ id, status, code, message }: RemovalClaim): Answer<RemoveByBurnAnswer> {
  if (status === 'removed') return new Answer(200, { success: true });
  if (status === 'pending') {
    const { pending } = removalTexts;
    return new Answer(202, { success: false, pending: true, verificationId: id, message: pending });
  }
  if (code === ALREADY_USED) throw new ApiError('transaction_already_used', removalTexts.alreadyUsed);
  if (code === SUBJECT_ALREADY_PAID || code === REPORT_ALREADY_REMOVED)
    throw new ApiError('report_already_removed', removalTexts.alreadyRemoved);
  throw new ApiError('payment_refused', message ?? removalTexts.unableToVerify, { reason: code });
}
