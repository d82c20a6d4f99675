import { removalTexts } from '@naughty-list/contracts/removal';
import {
  type ClaimEnd,
  type ClaimVerdict,
  endOf,
  type Claim as PaymentClaim,
} from '@naughty-list/payment-flow/claim';
import type { ClaimTable } from '@naughty-list/payment-flow/claim-table';

/** Claims for the removal of a report, by its id; an accepted one that took effect is `removed`. */
export const removalClaims: ClaimTable<number, 'removed'> = {
  table: 'removal_claims',
  subjectColumn: 'report_id',
  channel: 'reports_removal_claims',
  done: 'removed',
};

export type RemovalClaim = PaymentClaim<number, 'removed'>;

/** Refusal code of a payment for a report that is no longer listed. */
export const REPORT_ALREADY_REMOVED = 'report_already_removed';

export const reportGone = { code: REPORT_ALREADY_REMOVED, message: removalTexts.alreadyRemoved };

/** Decides a claim by its verdict. `reportWasListed`: whether this verdict could take the report off the list. */
export function removalEnd(verdict: ClaimVerdict, reportWasListed: boolean): ClaimEnd<'removed'> {
  return endOf(verdict, {
    done: 'removed',
    tookEffect: reportWasListed,
    otherwise: reportGone,
    rejectedWithoutReason: removalTexts.unableToVerify,
  });
}
