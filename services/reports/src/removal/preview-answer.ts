import { removalTexts, type VerifyBurnAnswer } from '@naughty-list/contracts/removal';
import type { ChainVerification } from '@naughty-list/contracts/verifications';
import { ALREADY_USED, NOT_FOUND_YET, SUBJECT_ALREADY_PAID } from '@naughty-list/payment-flow/claim';
import { sharesInTokens } from '@naughty-list/payment-flow/follow';

/**
 * The response to a preview. `pending` has status 202. `willFollow`: the caller did not want to wait and follows the
 * preview by its id.
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
      // Do not wait for a transaction that may never land; the same hash can be previewed again.
      if (code === NOT_FOUND_YET && !willFollow) return unpaid(removalTexts.notFound);
      return { success: false, pending: true, verificationId: id, error: removalTexts.pending };
  }
}

export function paid(payment: Parameters<typeof sharesInTokens>[0]): VerifyBurnAnswer {
  const { amountBurned, ...rest } = sharesInTokens(payment);
  return { success: true, amountBurned: amountBurned ?? 0, ...rest };
}

export function unpaid(error: string): VerifyBurnAnswer & { success: false } {
  return { success: false, error };
}
