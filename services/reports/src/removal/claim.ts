import type { JobPayload } from '@naughty-list/contracts/job';
import type { applyBurnVerdictJob } from '@naughty-list/contracts/payment-jobs';
import { removalTexts } from '@naughty-list/contracts/removal';
import type { RuleResult } from '@naughty-list/contracts/verifications';

/**
 * A claim that a transaction pays for the removal of a report.
 *
 *   pending ─ accepted verdict, report listed ──► removed
 *      └───── rejected verdict, or report gone ─► refused
 *
 * Both ends are final.
 */
export type Claim = {
  id: string;
  /** Null when the report was deleted. */
  reportId: number | null;
  signature: string;
  status: 'pending' | 'removed' | 'refused';
  code: string | null;
  /** Fit to show to a person. */
  message: string | null;
  /** Base units. */
  amount: bigint | null;
  decimals: number | null;
  slot: number | null;
  rules: RuleResult[];
  /** How often the sweep has asked for the verdict again. */
  round: number;
  requestId: string | null;
};

export type ClaimVerdict = JobPayload<typeof applyBurnVerdictJob>;

/** What a claim ends with. */
export type ClaimEnd = { status: 'removed' } | { status: 'refused'; code: string; message: string };

/** Codes of refusals that have their own answer; every other code is the verifier's. */
/** Why a payment that no provider knows is not decided yet. */
export const NOT_FOUND_YET = 'not_found_yet';
export const ALREADY_USED = 'already_used';
export const SUBJECT_ALREADY_PAID = 'subject_already_paid';
export const REPORT_ALREADY_REMOVED = 'report_already_removed';

/** The refusal of a payment for a report that is not listed any more. */
export const reportGone = { code: REPORT_ALREADY_REMOVED, message: removalTexts.alreadyRemoved };

/** Decides a claim by its verdict. `reportWasListed`: whether this very verdict could take the report off the list. */
export function endOf(verdict: ClaimVerdict, reportWasListed: boolean): ClaimEnd {
  if (verdict.outcome === 'rejected') {
    return {
      status: 'refused',
      code: verdict.code ?? 'rejected',
      message: verdict.message ?? removalTexts.unableToVerify,
    };
  }
  return reportWasListed ? { status: 'removed' } : { status: 'refused', ...reportGone };
}
