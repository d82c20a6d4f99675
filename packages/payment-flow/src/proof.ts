import { ApiError } from '@naughty-list/contracts/errors';
import { type PaymentProof, paymentProofTexts } from '@naughty-list/contracts/payment-proofs';
import { isSignedBy, readSignatures } from './verify-signature.ts';

/** An issued message. */
export type Proof = {
  id: string;
  /** What is to be paid for, as in the demand: `report:7`. */
  subject: string;
  /** The transaction's; null when only the wallet is proved. */
  signature: string | null;
  wallet: string;
  message: string;
  expiresAt: Date;
  isExpired: boolean;
  isUsed: boolean;
  /** The wallet's signature of the message, once verified: base58 or base64. */
  signed?: string | null;
};

/** What a proof must be for. */
export type ProvenPayment = Pick<Proof, 'subject' | 'signature'>;

/**
 * Returns the proof if it was issued for this payment and signed by its wallet, even if used or expired. Throws
 * `proof_invalid`.
 */
export function requireSigned(proof: Proof | undefined, given: PaymentProof, payment: ProvenPayment): Proof {
  if (!proof) throw invalid(paymentProofTexts.unknown);
  if (proof.subject !== payment.subject || proof.signature !== payment.signature)
    throw invalid(paymentProofTexts.otherPurpose);
  if (readSignatures(given.signature).length === 0) throw invalid(paymentProofTexts.malformed);
  if (!isSignedBy(proof.wallet, proof.message, given.signature))
    throw invalid(paymentProofTexts.wrongSignature(proof.wallet));
  return { ...proof, signed: given.signature };
}

/** Throws `proof_invalid` for a used proof and `proof_expired` for an expired one. */
export function requireUsable({ isUsed, isExpired }: Pick<Proof, 'isUsed' | 'isExpired'>): void {
  if (isUsed) throw invalid(paymentProofTexts.used);
  if (isExpired) throw new ApiError('proof_expired', paymentProofTexts.expired);
}

function invalid(text: string): ApiError {
  return new ApiError('proof_invalid', text);
}
