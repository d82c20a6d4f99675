import { membershipTexts, WALLET_ALREADY_MEMBER } from '@naughty-list/contracts/membership';
import {
  ALREADY_USED,
  type ClaimEnd,
  type ClaimVerdict,
  endOf,
  type Claim as PaymentClaim,
  SUBJECT_ALREADY_PAID,
} from '@naughty-list/payment-claims/claim';
import type { ClaimTable } from '@naughty-list/payment-claims/claim-table';

/** Claims of visitors, by their reference; one that took effect is `admitted`. */
export const membershipClaims: ClaimTable<string, 'admitted'> = {
  table: 'membership_claims',
  subjectColumn: 'reference',
  channel: 'membership_claims',
  done: 'admitted',
};

export type MembershipClaim = PaymentClaim<string, 'admitted'>;

/** The refusal of a payment for a browser that belongs to a member already. */
export const memberAlready = { code: 'already_member', message: membershipTexts.alreadyMember };
/** The refusal of a payment, not used up, whose wallet has signed and is a member already. */
export const walletAlready = {
  code: WALLET_ALREADY_MEMBER,
  message: membershipTexts.walletAlreadyMember,
};

/** What a person is told about a refusal: the catalogue's text where it has one, the verifier's otherwise. */
export function refusalText(code: string | null, message: string | null): string {
  switch (code) {
    case 'not_found':
      return membershipTexts.notFound;
    case ALREADY_USED:
      return membershipTexts.alreadyUsed;
    case SUBJECT_ALREADY_PAID:
      return membershipTexts.alreadyMember;
    case 'amount_below_minimum':
      // The page knows the refusal by its first two words; the rest says how much was paid.
      return `Invalid amount. ${message ?? ''}`.trim();
    default:
      return message ?? membershipTexts.verificationFailed;
  }
}

/** Decides a claim by its verdict. `admitted`: whether this very verdict made a member. */
export function membershipEnd(verdict: ClaimVerdict, admitted: boolean): ClaimEnd<'admitted'> {
  const told = { ...verdict, message: refusalText(verdict.code, verdict.message) };
  return endOf(told, {
    done: 'admitted',
    tookEffect: admitted,
    otherwise: memberAlready,
    rejectedWithoutReason: membershipTexts.verificationFailed,
  });
}
