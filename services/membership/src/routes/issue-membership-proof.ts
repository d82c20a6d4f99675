import { ApiError } from '@naughty-list/contracts/errors';
import { membershipTexts } from '@naughty-list/contracts/membership';
import { issueMembershipProof } from '@naughty-list/contracts/payment-proofs';
import { isSignature } from '@naughty-list/contracts/primitives';
import { issueProof } from '@naughty-list/payment-flow/proofs';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import { membershipSubject } from '../claims/effect.ts';
import type { Context } from '../context.ts';
import { referenceFor } from './visitor.ts';

export function issueMembershipProofRoute(context: Context): Route {
  return route(issueMembershipProof, async ({ body, raw }) => {
    const { transactionHash: signature = null, wallet } = body;
    if (signature !== null && !isSignature(signature))
      throw new ApiError('invalid_transaction_hash', membershipTexts.invalidHash);
    const { reference } = await referenceFor(context, raw);
    const purpose = signature === null ? browserPurpose(reference) : paymentPurpose(reference);
    return issueProof(context.db, {
      origin: context.config.PUBLIC_ORIGIN,
      subject: membershipSubject(reference),
      signature,
      wallet,
      purpose,
    });
  });
}

/** The purpose that the paying wallet signs; completes "I want this payment to …". */
function paymentPurpose(reference: string): string {
  return `admit me to the Secret Sausage Society (${reference})`;
}

/** The purpose that a member's wallet signs in another browser; completes "I want to …". */
function browserPurpose(reference: string): string {
  return `open the Secret Sausage Society in this browser (${reference})`;
}
