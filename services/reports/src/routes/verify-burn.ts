import { randomUUID } from 'node:crypto';
import type { ApiClient } from '@naughty-list/api-client/client';
import { ApiError } from '@naughty-list/contracts/errors';
import { Signature, UNKNOWN_REPORT } from '@naughty-list/contracts/primitives';
import { removalTexts, type VerifyBurnAnswer, verifyBurn } from '@naughty-list/contracts/removal';
import {
  type ChainVerification,
  getChainVerification,
  type PaymentDemand,
  startPreview,
} from '@naughty-list/contracts/verifications';
import {
  ALREADY_USED,
  findStandingClaim,
  NOT_FOUND_YET,
  SUBJECT_ALREADY_PAID,
} from '@naughty-list/payment-flow/claim-table';
import { demandWithIntent, findIntentFor } from '@naughty-list/payment-flow/intent';
import { verifierUnavailable } from '@naughty-list/payment-flow/open';
import { sharesInTokens } from '@naughty-list/payment-flow/progress';
import { checkProof } from '@naughty-list/payment-flow/proofs';
import type { Notifications } from '@naughty-list/service-kit/database/notifications';
import { Answer, preferredWaitMs, type Route, route } from '@naughty-list/service-kit/http/route';
import { NETWORK_ID_HEADER } from '@naughty-list/service-kit/http/service-auth';
import { addLogFields } from '@naughty-list/service-kit/telemetry/tracing';
import {
  findReportEvenDeleted,
  removalClaims,
  removalDemand,
  removalSubject,
} from '../cases/removal/payment-kind.ts';
import type { Context } from '../context.ts';
import { isHeld, isPayable } from '../register/reports/report.ts';

/** Previews whether a transaction would pay for a report's removal, and claims nothing. */
export function verifyBurnRoute({
  db,
  chainVerifier,
  claimNotifications: notifications,
  config,
}: Context): Route {
  return route(verifyBurn, async ({ body, networkId, raw }) => {
    const signature = Signature.safeParse(body.txHash);
    if (!signature.success) return unpaid(removalTexts.invalidHash);
    const report = await findReportEvenDeleted(db, body.reportId);
    if (!report || isHeld(report)) throw new ApiError('not_found', UNKNOWN_REPORT);
    if (!isPayable(report)) {
      const claim = await findStandingClaim(db, removalClaims, {
        subject: String(report.id),
        signature: signature.data,
      });
      const removedIt = claim?.status === 'removed';
      return removedIt ? paid(claim) : unpaid(removalTexts.alreadyRemoved);
    }
    const { proof } = body;
    const payment = { subject: removalSubject(report.id), signature: signature.data };
    const provenWallet = proof && (await checkProof(db, proof, payment));
    const intent = await findIntentFor(db, body.intent, report.id);
    const demand = demandWithIntent(removalDemand(report, config.REMOVAL_COST_TOKENS), intent);
    const waitMs = preferredWaitMs(raw.headers.prefer, config.VERIFY_WAIT_MS);
    const previewed = await preview(
      { chainVerifier, notifications },
      {
        signature: signature.data,
        demand: { ...demand, ...(provenWallet && { provenWallet }) },
        waitMs,
        networkId,
      },
    ).catch((error) => verifierUnavailable(raw.log, error, removalTexts.unableToVerify));
    const answer = previewAnswer(previewed, { willFollow: waitMs === 0 });
    return 'pending' in answer ? new Answer(202, answer) : answer;
  });
}

/** The database notifies of a change; polling covers a lost notification. */
const POLL_MS = 5_000;

/**
 * Starts a preview of whether a transaction meets a demand, and waits for its verdict up to `waitMs` or until the service
 * stops; then returns its progress. Claims nothing. Throws an ApiCallError if it cannot be started.
 */
async function preview(
  { chainVerifier, notifications }: { chainVerifier: ApiClient; notifications: Notifications },
  request: {
    signature: Signature;
    demand: PaymentDemand;
    waitMs: number;
    networkId: string;
  },
): Promise<ChainVerification> {
  const { signature, demand, waitMs, networkId } = request;
  const id = `look_${randomUUID()}`;
  addLogFields({ verificationId: id });
  const options = { headers: { [NETWORK_ID_HEADER]: networkId } };
  let known = await chainVerifier.call(startPreview, { body: { id, signature, demand } }, options);
  if (known.outcome !== 'pending' || waitMs === 0) return known;
  const findDecided = async () => {
    // While the verifier does not answer, keep the last known progress.
    known = await chainVerifier.call(getChainVerification, { params: { id } }, options).catch(() => known);
    return known.outcome === 'pending' ? undefined : known;
  };
  return (await notifications.waitFor(id, findDecided, waitMs, { pollMs: POLL_MS })) ?? known;
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

function paid(payment: Parameters<typeof sharesInTokens>[0]): VerifyBurnAnswer {
  const { amountBurned, ...rest } = sharesInTokens(payment);
  return { success: true, amountBurned: amountBurned ?? 0, ...rest };
}

function unpaid(error: string): VerifyBurnAnswer & { success: false } {
  return { success: false, error };
}
