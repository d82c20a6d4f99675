import { ApiCallError } from '@naughty-list/api-client/client';
import { ApiError } from '@naughty-list/contracts/errors';
import { isSignature } from '@naughty-list/contracts/primitives';
import { receiptTexts } from '@naughty-list/contracts/receipt-texts';
import { getJudgedPayment, getReceipt } from '@naughty-list/contracts/receipts';
import { VerificationId } from '@naughty-list/contracts/verifications';
import { verifierUnavailable } from '@naughty-list/payment-flow/open';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { readMembershipReceipt, readReceipt } from '../publication/removal-receipt.ts';

export function getReceiptRoute({ db, config, chainVerifier }: Context): Route {
  return route(getReceipt, async ({ params, raw }) => {
    const { signature } = params;
    const unknown = () => new ApiError('not_found', receiptTexts.unknown);
    const readJudged = (id: VerificationId) =>
      chainVerifier.call(getJudgedPayment, { params: { id } }).catch((error: unknown) => {
        // For a removal, 404 is a fault: only an older verifier does not know the payment.
        const isOfMember = id.startsWith('membership_');
        if (isOfMember && error instanceof ApiCallError && error.status === 404) throw unknown();
        return verifierUnavailable(raw.log, error);
      });
    const by = { readJudged, secret: config.INTERNAL_SECRET };
    const claim = VerificationId.safeParse(signature).data;
    const receipt = claim?.startsWith('membership_')
      ? await readMembershipReceipt(db, claim, by)
      : isSignature(signature) && (await readReceipt(db, signature, by));
    if (!receipt) throw unknown();
    return receipt;
  });
}
