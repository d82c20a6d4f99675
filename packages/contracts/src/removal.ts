import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { PaymentIntentId } from './payment-intents.ts';
import { Payers, PaymentProof, TypedHash } from './payment-proofs.ts';
import { Address, INTEGER_MAX, ReportParams, WholeTokens } from './primitives.ts';
import { PaymentDemand } from './verifications.ts';

/** Response texts of the paid removal: the catalogue of the specification, section 8, and additions. */
export const removalTexts = {
  invalidHash: 'Invalid transaction hash. Please check your transaction hash format.',
  notFound: 'Transaction not found. Please wait a few moments for blockchain confirmation and try again.',
  alreadyUsed: 'This transaction has already been used. Each transaction can only be used once.',
  pending: 'Your transaction is being checked. This can take a minute; you may leave and come back.',
  unableToVerify: 'Unable to verify transaction.',
  failedToRemove: 'Failed to remove report',
  alreadyRemoved: 'This report has already been removed.',
  gone: 'This report is gone from the list. There is nothing left to pay for: please do not send anything.',
  partArrived: 'Part of the price has arrived. The page shows how much is missing.',
  partElsewhere:
    'This part of the price belongs to a payment you started in another browser: please pay the rest there. If it is not paid in time, this part becomes a credit.',
  credited:
    'This payment has had no effect. It is a credit: within 90 days of the payment, the wallet that paid can sign to use it for a membership or the removal of a report.',
} as const;

export const VerifyBurnAnswer = z.discriminatedUnion('success', [
  /** In tokens; `amountSent` is the part that went to a burn wallet with a key, if any: pages call it sent, not burned. */
  z.object({ success: z.literal(true), amountBurned: z.number(), amountSent: z.number().optional() }),
  z.object({
    success: z.literal(false),
    error: z.string(),
    pending: z.boolean().optional(),
    verificationId: z.string().optional(),
    /** The verifier's code of the refusal. */
    reason: z.string().optional(),
    /** With `proof_required` and `proof_mismatch`: wallets that may sign the proof. */
    payers: Payers.optional(),
  }),
]);
export type VerifyBurnAnswer = z.infer<typeof VerifyBurnAnswer>;

/**
 * Previews whether a transaction would pay for a report's removal; claims nothing. With `Prefer: respond-async` the
 * preview is followed by its id and continues for as long as the transaction may still land.
 */
export const verifyBurn = defineEndpoint({
  method: 'POST',
  path: '/api/verify-burn',
  summary: 'Preview whether a transaction pays for the removal of a report',
  access: 'public',
  body: z.object({
    txHash: TypedHash,
    reportId: z.number().int().min(1).max(INTEGER_MAX),
    /** Checked, not consumed. */
    proof: PaymentProof.optional(),
    /** The payment intent that it is for, or a part of. */
    intent: PaymentIntentId.optional(),
  }),
  answers: { 200: VerifyBurnAnswer, 202: VerifyBurnAnswer },
  errors: ['proof_invalid', 'proof_expired', 'not_found', 'service_unavailable'],
});

export const RemoveByBurnAnswer = z.object({
  success: z.boolean(),
  message: z.string().optional(),
  pending: z.boolean().optional(),
  verificationId: z.string().optional(),
});
export type RemoveByBurnAnswer = z.infer<typeof RemoveByBurnAnswer>;

export const removeByBurn = defineEndpoint({
  method: 'POST',
  path: '/api/scammer-reports/:id/remove-by-burn',
  summary: 'Claim a burn for the removal of a report',
  access: 'public',
  params: ReportParams,
  /** A refusal carries `reason` and, if a proof would help, `payers`; that of a used transaction `removedReport`, if it removed one. */
  body: z.object({ txHash: TypedHash, proof: PaymentProof.optional(), intent: PaymentIntentId.optional() }),
  answers: { 200: RemoveByBurnAnswer, 202: RemoveByBurnAnswer },
  errors: [
    'invalid_transaction_hash',
    'proof_invalid',
    'proof_expired',
    'transaction_already_used',
    'report_already_removed',
    'payment_refused',
    'service_unavailable',
  ],
});

/** Texts of the burn request that a wallet fetches (Solana Pay specification 1.1, "Transaction Requests"). */
export const burnRequestTexts = {
  label: 'The Naughty List',
  message: (tokens: string, reference: string) =>
    `Burns ${tokens} LIST to take a report off the list (${reference}). An appeal is free.`,
  chainUnreachable: 'The blockchain cannot be reached. Please try again soon.',
  invalidAccount: 'The account is not a Solana address.',
  notEnough: (held: string, needed: string) =>
    `This wallet holds ${held} LIST; you need ${needed} LIST to remove the report.`,
} as const;

/** The requester, shown by the wallet before the transaction is built. */
export const BurnRequestLabel = z.object({
  label: z.string(),
  /** Absolute URL of an SVG, PNG or WebP. */
  icon: z.url(),
});

export const describeBurnRequest = defineEndpoint({
  method: 'GET',
  path: '/api/scammer-reports/:id/burn-request',
  summary: 'Solana Pay transaction request: who asks; open to every origin',
  access: 'public',
  params: ReportParams,
  answers: { 200: BurnRequestLabel },
});

/** Base64 of an unsigned transaction. */
export const BurnTransaction = z.object({ transaction: z.base64() });

/** The burn that pays for a removal. The account is its only signer; the server does not sign. */
export const burnRequest = defineEndpoint({
  method: 'POST',
  path: '/api/scammer-reports/:id/burn-request',
  summary: 'Solana Pay transaction request: the burn, for the account to sign; open to every origin',
  access: 'public',
  params: ReportParams,
  /** The payment intent: what is missing of it, by its key. */
  query: z.object({ intent: PaymentIntentId.optional() }),
  body: z.object({ account: z.string({ error: burnRequestTexts.invalidAccount }).max(64) }),
  answers: { 200: BurnTransaction.extend({ message: z.string() }) },
  errors: ['report_already_removed', 'payment_refused', 'service_unavailable'],
});

/** Builds a burn of whole tokens with a memo out of the account's token accounts. */
export const buildBurnTransaction = defineEndpoint({
  method: 'POST',
  path: '/internal/burn-transactions',
  summary: 'Build an unsigned burn',
  access: 'service',
  body: z.object({
    account: Address,
    tokens: WholeTokens,
    memo: z.string().min(1).max(64),
    /** What it pays for; the verifier then searches for its payment. */
    subject: PaymentDemand.shape.subject,
    /** An intent's, if the mint has changed since. */
    mint: Address.optional(),
    /** An intent's, which is looked for already. */
    referenceKey: Address.optional(),
  }),
  answers: { 200: BurnTransaction },
  errors: ['payment_refused', 'service_unavailable'],
});
