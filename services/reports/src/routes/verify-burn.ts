import { ApiError } from '@naughty-list/contracts/errors';
import { Signature } from '@naughty-list/contracts/primitives';
import { removalTexts, type VerifyBurnAnswer, verifyBurn } from '@naughty-list/contracts/removal';
import { reportListTexts } from '@naughty-list/contracts/reports';
import type { ChainVerification } from '@naughty-list/contracts/verifications';
import { Answer, type Route, route } from '@naughty-list/service-kit/route';
import type { Context } from '../context.ts';
import { ALREADY_USED, SUBJECT_ALREADY_PAID } from '../removal/claim.ts';
import { removalDemand } from '../removal/demand.ts';
import { look } from '../removal/look.ts';
import { findStandingClaim } from '../removal/repository.ts';
import { toTokens } from '../removal/tokens.ts';
import { findReport } from '../reports/repository.ts';
import { verifierUnavailable } from './verifier-unavailable.ts';

export function verifyBurnRoute({ db, chainVerifier, config }: Context): Route {
  return route(verifyBurn, async ({ body, requestId, raw }) => {
    const signature = Signature.safeParse(body.txHash);
    if (!signature.success) return refused(removalTexts.invalidHash);
    const report = await findReport(db, body.reportId);
    if (!report) throw new ApiError('not_found', reportListTexts.unknownReport);
    if (report.is_removed) {
      const claim = await findStandingClaim(db, report.id, signature.data);
      if (claim?.status !== 'removed') return refused(removalTexts.alreadyRemoved);
      return accepted(claim.amount, claim.decimals);
    }
    const looked = await look(chainVerifier, {
      signature: signature.data,
      demand: removalDemand(report, config.REMOVAL_COST_TOKENS),
      waitMs: config.VERIFY_WAIT_MS,
      requestId,
    }).catch((error) => verifierUnavailable(raw.log, error));
    return answerFor(looked);
  });
}

function answerFor(looked: ChainVerification): VerifyBurnAnswer | Answer<VerifyBurnAnswer> {
  const { id, outcome, stage, code, message } = looked;
  if (outcome === 'accepted') return accepted(BigInt(looked.amount ?? '0'), looked.decimals);
  if (outcome === 'rejected') {
    if (code === ALREADY_USED) return refused(removalTexts.alreadyUsed);
    if (code === SUBJECT_ALREADY_PAID) return refused(removalTexts.alreadyRemoved);
    return refused(message ?? removalTexts.unableToVerify);
  }
  const isMissing = stage === 'received' && (code === null || code === 'not_found_yet');
  if (isMissing) return refused(removalTexts.notFound);
  return new Answer(202, { success: false, pending: true, verificationId: id, error: removalTexts.pending });
}

function accepted(amount: bigint | null, decimals: number | null): VerifyBurnAnswer {
  return { success: true, amountBurned: toTokens(amount ?? 0n, decimals ?? 0) };
}

function refused(error: string): VerifyBurnAnswer {
  return { success: false, error };
}
