import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { Address, ReportParams } from './primitives.ts';

/** Texts of proofs: messages issued by the server and signed by the paying wallet. */
export const paymentProofTexts = {
  hashRequired: 'Transaction hash is required',
  invalidHash: 'Invalid transaction hash. Please check your transaction hash format.',
  walletRequired: 'Please name the wallet that paid.',
  invalidWallet: 'This is not the address of a Solana wallet.',
  cannotSign:
    'This address cannot sign messages. A payment by a program or a multisig needs a reference in the transaction itself.',
  malformed:
    'This is not a signature. Please paste the signature as your wallet shows it (base58 or base64).',
  unknown: 'This message is unknown. Please request a new one and sign it.',
  otherPurpose: 'This signature is for another payment. Please request a new message and sign it.',
  used: 'This signature has already been used. Please request a new message and sign it.',
  expired: 'The message that you signed has expired. Please request a new one and sign it.',
  wrongSignature: (wallet: string) =>
    `This is not a signature of this message by the wallet ${wallet}. Please sign the message exactly as shown.`,
} as const;

/** The code of a payment refused for lack of a reference, when a proof would help (`UNBOUND_PAYMENTS=prove`). */
export const PROOF_REQUIRED = 'proof_required';
export const PROOF_MISMATCH = 'proof_mismatch';

/** The most wallets that a response lists; the others paid less. */
export const MOST_PAYERS = 16;

/** Wallets that may sign, as read from the chain, in descending order of their share. */
export const Payers = z.array(Address).max(MOST_PAYERS);
export type Payers = z.infer<typeof Payers>;

/** The message by which the paying wallet said what its payment is for, and its signature in base58 or base64. */
export const KeptProof = z.strictObject({ message: z.string(), signature: z.string() });

/** A signed message. The signature is text: 64 bytes in base58 or base64; whitespace is ignored. */
export const PaymentProof = z.object({
  proofId: z.uuid({ error: paymentProofTexts.unknown }),
  signature: z
    .string({ error: paymentProofTexts.malformed })
    .min(1, { error: paymentProofTexts.malformed })
    .max(400, { error: paymentProofTexts.malformed }),
});
export type PaymentProof = z.infer<typeof PaymentProof>;

/** A transaction's hash as typed, trimmed; `isSignature` validates it, with its own error. */
export const TypedHash = z
  .string({ error: paymentProofTexts.hashRequired })
  .trim()
  .min(1, { error: paymentProofTexts.hashRequired })
  .max(200, { error: paymentProofTexts.invalidHash });

/** As typed, trimmed. */
export const WalletToSign = z
  .string({ error: paymentProofTexts.walletRequired })
  .trim()
  .refine((text) => Address.safeParse(text).success, { error: paymentProofTexts.invalidWallet });

/** The wallet must sign `message` unchanged, before `expiresAt` (ISO 8601, UTC). */
export const IssuedProof = z.object({
  proofId: z.uuid(),
  message: z.string(),
  expiresAt: z.iso.datetime(),
});
export type IssuedProof = z.infer<typeof IssuedProof>;

/** Issues the message that binds an unbound payment to a report's removal. Claims nothing. */
export const issueRemovalProof = defineEndpoint({
  method: 'POST',
  path: '/api/scammer-reports/:id/payment-proof',
  summary: 'A message for the paying wallet to sign, so that its payment counts for this removal',
  access: 'public',
  params: ReportParams,
  body: z.object({ txHash: TypedHash, wallet: WalletToSign }),
  answers: { 200: IssuedProof },
  errors: ['invalid_transaction_hash', 'report_already_removed', 'service_unavailable'],
});

/**
 * The same for the visitor's membership. Without a transaction, issues the message by which a member's wallet opens
 * the chat in another browser (`recoverMembership`).
 */
export const issueMembershipProof = defineEndpoint({
  method: 'POST',
  path: '/api/alpha-group/payment-proof',
  summary: 'A message for a wallet to sign, saying that it paid for this membership or is a member',
  access: 'public',
  body: z.object({ transactionHash: TypedHash.optional(), wallet: WalletToSign }),
  answers: { 200: IssuedProof },
  errors: ['invalid_transaction_hash', 'service_unavailable'],
});
