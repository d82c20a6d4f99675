import { ApiError } from '@naughty-list/contracts/errors';
import { isSignature, UNKNOWN_REPORT } from '@naughty-list/contracts/primitives';
import { type RemoveByBurnAnswer, removalTexts, removeByBurn } from '@naughty-list/contracts/removal';
import {
  ALREADY_USED,
  type Claim,
  findStandingClaim,
  SUBJECT_ALREADY_PAID,
} from '@naughty-list/payment-flow/claim-table';
import { findIntentFor } from '@naughty-list/payment-flow/intent';
import { claimPayment, unseenLimit, verifierUnavailable } from '@naughty-list/payment-flow/open';
import { waitForEnd } from '@naughty-list/payment-flow/progress';
import { findSignedProof } from '@naughty-list/payment-flow/proofs';
import { Answer, preferredWaitMs, type Route, route } from '@naughty-list/service-kit/http/route';
import type { Knex } from 'knex';
import {
  findReportEvenDeleted,
  REPORT_ALREADY_REMOVED,
  removalClaims,
  removalDemand,
  removalSubject,
} from '../cases/removal/payment-kind.ts';
import type { Context } from '../context.ts';
import { isPayable } from '../register/reports/report.ts';

/** Claims a transaction for a report's removal, and waits for the verdict as long as the caller prefers. */
export function removeByBurnRoute(context: Context): Route {
  const { db, queues, claimNotifications, config, constants, paymentKind } = context;
  return route(removeByBurn, async ({ params, body, requestId, clientId, raw }) => {
    const { txHash: signature, proof: given } = body;
    if (!isSignature(signature)) throw new ApiError('invalid_transaction_hash', removalTexts.invalidHash);
    const report = await findReportEvenDeleted(db, params.id);
    if (!report) throw new ApiError('not_found', UNKNOWN_REPORT);
    const subject = String(report.id);
    const mayOpen = isPayable(report);
    const payment = { subject: removalSubject(report.id), signature };
    const proof = given && mayOpen ? await findSignedProof(db, given, payment) : undefined;
    const intent = await findIntentFor(db, body.intent, subject);
    const demand = removalDemand(report, config.REMOVAL_COST_TOKENS);
    const opened = await claimPayment({ db, queues, log: raw.log }, paymentKind, {
      target: { subject, demand, intent, mayOpen },
      signature,
      requestId,
      dueInMs: constants.claimSweepAfterMs,
      proof,
      unseen: unseenLimit(context, { signature, clientId }, (error) =>
        verifierUnavailable(raw.log, error, removalTexts.unableToVerify),
      ),
    });
    if (!opened) throw new ApiError('report_already_removed', removalTexts.alreadyRemoved);
    const { claim } = opened;
    const ended = await waitForEnd(db, claimNotifications, removalClaims, {
      id: claim.id,
      waitMs: preferredWaitMs(raw.headers.prefer, config.VERIFY_WAIT_MS),
    });
    const outcome = await outcomeOf(db, ended ?? claim);
    if (outcome.code === ALREADY_USED)
      throw new ApiError(
        'transaction_already_used',
        removalTexts.alreadyUsed,
        await publicUseOf(db, outcome),
      );
    const isElsewhere = outcome.status === 'counted' && intent && outcome.intentId !== intent.id;
    if (isElsewhere) return new Answer(200, { success: false, message: removalTexts.partElsewhere });
    return answerFor(outcome);
  });
}

/** The claim; if it came too late, the claim of the same payment that removed the report (such as without a proof). */
async function outcomeOf(db: Knex, claim: Claim): Promise<Claim> {
  const { status, code, subject, signature } = claim;
  const isTooLate = code === ALREADY_USED || code === SUBJECT_ALREADY_PAID || code === REPORT_ALREADY_REMOVED;
  if (status !== 'refused' || !isTooLate || subject === null) return claim;
  const standing = await findStandingClaim(db, removalClaims, { subject, signature });
  return standing?.status === 'removed' ? standing : claim;
}

/** The report that a transaction removed: its public receipt says so, too. What else it may have paid for is private. */
async function publicUseOf(db: Knex, { signature }: Claim): Promise<{ removedReport?: number }> {
  const use = await db('removal_claims')
    .where({ signature, status: 'removed' })
    .whereNotNull('report_id')
    .first('report_id as removedReport');
  return use ?? {};
}

function answerFor({ id, status, code, message, payers }: Claim): Answer<RemoveByBurnAnswer> {
  if (status === 'removed') return new Answer(200, { success: true });
  if (status === 'counted') return new Answer(200, { success: false, message: removalTexts.partArrived });
  if (status === 'pending') {
    const { pending } = removalTexts;
    return new Answer(202, { success: false, pending: true, verificationId: id, message: pending });
  }
  if (code === SUBJECT_ALREADY_PAID || code === REPORT_ALREADY_REMOVED)
    throw new ApiError('report_already_removed', removalTexts.alreadyRemoved);
  const extra = { reason: code, ...(payers && { payers }) };
  throw new ApiError('payment_refused', message ?? removalTexts.unableToVerify, extra);
}
