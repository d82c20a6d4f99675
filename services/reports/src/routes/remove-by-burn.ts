import { ApiError } from '@naughty-list/contracts/errors';
import { isSignature } from '@naughty-list/contracts/primitives';
import { type RemoveByBurnAnswer, removalTexts, removeByBurn } from '@naughty-list/contracts/removal';
import { reportListTexts } from '@naughty-list/contracts/reports';
import { ALREADY_USED, SUBJECT_ALREADY_PAID } from '@naughty-list/payment-flow/claim';
import { findStandingClaim } from '@naughty-list/payment-flow/claim-table';
import { demandOf } from '@naughty-list/payment-flow/intent';
import { askIsSeen } from '@naughty-list/payment-flow/limit-unseen';
import { sendClaim } from '@naughty-list/payment-flow/send';
import { waitForEnd } from '@naughty-list/payment-flow/wait-for-end';
import { preferredWaitMs } from '@naughty-list/service-kit/http/prefer';
import { Answer, type Route, route } from '@naughty-list/service-kit/http/route';
import { clientKey } from '@naughty-list/service-kit/http/service-auth';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { REPORT_ALREADY_REMOVED, type RemovalClaim, removalClaims } from '../removal/claim.ts';
import { removalDemand } from '../removal/demand.ts';
import { openRemovalClaim } from '../removal/open-claim.ts';
import { verifierUnavailable } from './verifier-unavailable.ts';

export function removeByBurnRoute({
  db,
  queues,
  chainVerifier,
  claimNotifications,
  config,
  constants,
}: Context): Route {
  return route(removeByBurn, async ({ params, body, requestId, clientId, raw }) => {
    const { txHash: signature } = body;
    if (!isSignature(signature)) throw new ApiError('invalid_transaction_hash', removalTexts.invalidHash);
    const dueInMs = constants.claimSweepAfterMs;
    const { proof, intent } = body;
    const askChain = askIsSeen(chainVerifier, signature, { requestId });
    const opened = await openRemovalClaim(db, {
      reportId: params.id,
      signature,
      requestId,
      dueInMs,
      proof,
      intent,
      unseen: {
        client: clientKey(config.INTERNAL_SECRET, clientId),
        isSeen: () => askChain().catch((error) => verifierUnavailable(raw.log, error)),
      },
    });
    if (opened.outcome === 'unknown-report') throw new ApiError('not_found', reportListTexts.unknownReport);
    if (opened.outcome === 'already-removed')
      throw new ApiError('report_already_removed', removalTexts.alreadyRemoved);
    const { claim, report } = opened;
    if (opened.outcome === 'opened') {
      const demand = demandOf(removalDemand(report, config.REMOVAL_COST_TOKENS), opened.intent);
      // The claim is stored; if it cannot be sent now, the sweep sends it.
      await sendClaim(db, queues, claim, demand).catch((err) =>
        raw.log.warn({ err, claim: claim.id }, 'claim'),
      );
    }
    const ended = await waitForEnd(db, claimNotifications, removalClaims, {
      id: claim.id,
      waitMs: preferredWaitMs(raw.headers.prefer, config.VERIFY_WAIT_MS),
    });
    return answerFor(await outcomeOf(db, ended ?? claim));
  });
}

/**
 * The claim, or an earlier claim of the same payment that removed the report, for example by another wallet or
 * without a proof.
 */
async function outcomeOf(db: Knex, claim: RemovalClaim): Promise<RemovalClaim> {
  const { status, code, subject, signature } = claim;
  const isTooLate = code === ALREADY_USED || code === SUBJECT_ALREADY_PAID || code === REPORT_ALREADY_REMOVED;
  if (status !== 'refused' || !isTooLate || subject === null) return claim;
  const standing = await findStandingClaim(db, removalClaims, { subject, signature });
  return standing?.status === 'removed' ? standing : claim;
}

function answerFor({ id, status, code, message, payers }: RemovalClaim): Answer<RemoveByBurnAnswer> {
  if (status === 'removed') return new Answer(200, { success: true });
  if (status === 'counted') return new Answer(200, { success: false, message: removalTexts.partArrived });
  if (status === 'pending') {
    const { pending } = removalTexts;
    return new Answer(202, { success: false, pending: true, verificationId: id, message: pending });
  }
  if (code === ALREADY_USED) throw new ApiError('transaction_already_used', removalTexts.alreadyUsed);
  if (code === SUBJECT_ALREADY_PAID || code === REPORT_ALREADY_REMOVED)
    throw new ApiError('report_already_removed', removalTexts.alreadyRemoved);
  const extra = { reason: code, ...(payers && { payers }) };
  throw new ApiError('payment_refused', message ?? removalTexts.unableToVerify, extra);
}
