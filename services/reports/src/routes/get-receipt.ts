import { ApiError } from '@naughty-list/contracts/errors';
import { isSignature } from '@naughty-list/contracts/primitives';
import { getJudgedPayment, getReceipt, receiptTexts } from '@naughty-list/contracts/receipts';
import type { VerificationId } from '@naughty-list/contracts/verifications';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { readReceipt } from '../removal/receipt.ts';
import { verifierUnavailable } from './verifier-unavailable.ts';

const CALL_MS = 5_000;

export function getReceiptRoute({ db, chainVerifier }: Context): Route {
  return route(getReceipt, async ({ params, requestId, raw }) => {
    const { signature } = params;
    const readJudged = (id: VerificationId) =>
      chainVerifier
        .call(
          getJudgedPayment,
          { params: { id } },
          { signal: AbortSignal.timeout(CALL_MS), headers: { 'x-request-id': requestId } },
        )
        // Not found is a fault too: every removal has a judged payment, which only an older verifier does not return.
        .catch((error: unknown) => verifierUnavailable(raw.log, error));
    const receipt = isSignature(signature) ? await readReceipt(db, signature, readJudged) : undefined;
    if (!receipt) throw new ApiError('not_found', receiptTexts.unknown);
    return receipt;
  });
}
