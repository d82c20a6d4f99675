import { ApiError } from '@naughty-list/contracts/errors';
import { Signature, UNKNOWN_REPORT } from '@naughty-list/contracts/primitives';
import { removalTexts, verifyBurn } from '@naughty-list/contracts/removal';
import { findStandingClaim } from '@naughty-list/payment-flow/claim-table';
import { demandWithIntent, findIntentFor } from '@naughty-list/payment-flow/intent';
import { verifierUnavailable } from '@naughty-list/payment-flow/open';
import { checkProof } from '@naughty-list/payment-flow/proofs';
import { Answer, preferredWaitMs, type Route, route } from '@naughty-list/service-kit/http/route';
import {
  findReportEvenDeleted,
  removalClaims,
  removalDemand,
  removalSubject,
} from '../cases/removal/payment-kind.ts';
import { paid, preview, previewAnswer, unpaid } from '../cases/removal/preview.ts';
import type { Context } from '../context.ts';
import { isHeld, isPayable } from '../register/reports/report.ts';

export function verifyBurnRoute({
  db,
  chainVerifier,
  claimNotifications: notifications,
  config,
}: Context): Route {
  return route(verifyBurn, async ({ body, requestId, networkId, raw }) => {
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
        requestId,
        networkId,
      },
    ).catch((error) => verifierUnavailable(raw.log, error, removalTexts.unableToVerify));
    const answer = previewAnswer(previewed, { willFollow: waitMs === 0 });
    return 'pending' in answer ? new Answer(202, answer) : answer;
  });
}
