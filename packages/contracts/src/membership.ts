import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { Payers, PaymentProof, TypedHash } from './payment-proofs.ts';
import { Address, WholeTokens } from './primitives.ts';
import { formatTokens } from './tokens.ts';

/** Prefix of membership references; their Solana Pay key follows. */
export const MEMBERSHIP_REFERENCE_PREFIX = 'LISTCLUB-';

/**
 * Texts of the Secret Sausage Society: the catalogue of the specification, section 8, with the current fee in place
 * of its numbers, and additions.
 */
export const membershipTexts = {
  hashRequired: 'Transaction hash is required',
  /** Title and text of a success. */
  verified: 'Transaction Verified!',
  welcome: "Welcome to Santa's Alpha Group!",
  /** Title of every failure. */
  failedTitle: 'Verification Failed',
  /** For responses that are refusals; see `refusalNotice`. */
  notFound: 'Transaction not found. Please wait a few moments for blockchain confirmation and try again.',
  alreadyUsed: 'This transaction has already been used. Each transaction can only be used once.',
  invalidAmount: (fee: string) =>
    `Invalid token amount. Please send exactly ${formatTokens(fee)} LIST tokens to the burn address.`,
  verificationFailed: 'Transaction verification failed.',
  /** For failed calls; see `failureNotice`. */
  notFoundOnChain:
    'Transaction not found. Please ensure the transaction has been confirmed on the blockchain.',
  invalidHash: 'Invalid transaction hash. Please check your transaction hash format.',
  usedForAnother: 'This transaction has already been used for another alpha group membership.',
  insufficientAmount: (fee: string) =>
    `Transaction amount is insufficient. You need to send exactly ${formatTokens(fee)} LIST tokens.`,
  checkHash: 'Please check your transaction hash and try again.',
  /** Not in the catalogue. */
  pending: 'Your transaction is being checked. This can take a minute; you may leave and come back.',
  invitePending: 'Your payment is verified. Your invite to the chat is being made; this can take a minute.',
  alreadyMember:
    'You are already a member. If this transaction has paid for nothing yet, it is a credit: ' +
    'within 90 days of the payment, the wallet that paid can sign to use it for another membership or the removal of a report.',
  walletAlreadyMember:
    'This wallet is already a member, so nothing was claimed with this transaction. To open the chat here, sign in as a ' +
    'member with this wallet. The tokens cannot be returned; if the transaction has paid for nothing yet, this wallet ' +
    'can sign to use it for the removal of a report within 90 days of the payment.',
  noInvite: 'There is no chat invite for this membership yet. Please contact us.',
  notAMember:
    'This wallet is not a member. Please sign with the wallet that paid for the membership. If this one paid, go back and verify its transaction.',
  otherBurnAddress: 'This is not the burn address to pay to. Please reload the page.',
  partArrived: 'Part of the fee has arrived. The page shows how much is missing.',
  gone: 'This browser belongs to a member. There is nothing left to pay for: please do not send anything.',
  paymentLabel: 'Secret Sausage Society',
  paymentMessage: "Lifetime membership in Santa's Alpha Group",
} as const;

/** The notice for a response without success. `message` is the server's. */
export function refusalNotice(message: string | undefined, fee: string): string {
  if (message?.includes('Transaction not found')) return membershipTexts.notFound;
  if (message?.includes('already been used')) return membershipTexts.alreadyUsed;
  if (message?.includes('Invalid amount')) return membershipTexts.invalidAmount(fee);
  return message || membershipTexts.verificationFailed;
}

/** The notice for a failed call. `message` is the error's. */
export function failureNotice(message: string | undefined, fee: string): string {
  if (message?.includes('Transaction not found')) return membershipTexts.notFoundOnChain;
  if (message?.includes('Invalid transaction hash')) return membershipTexts.invalidHash;
  if (message?.includes('already been used')) return membershipTexts.usedForAnother;
  if (message?.includes('insufficient amount')) return membershipTexts.insufficientAmount(fee);
  return message || membershipTexts.checkHash;
}

/**
 * The code of a refused payment whose wallet is already a member; a signature of that wallet grants access to the
 * chat.
 */
export const WALLET_ALREADY_MEMBER = 'wallet_already_member';

export const GenerateBurnAddressAnswer = z.object({
  /** The fixed burn wallet. */
  burnAddress: z.string(),
  /** Unique per visitor and constant; goes into the payment's memo. */
  reference: z.string(),
  mint: z.string(),
  /** Whole tokens. */
  amount: WholeTokens,
  /** A Solana Pay transfer request with all of these fields. */
  paymentUrl: z.string(),
  /** The chat, when the visitor is already a member. */
  telegramLink: z.string().optional(),
  /** The key of the membership's receipt (`/receipt/…`), for a member whose payment has one. */
  receipt: z.string().optional(),
});
export type GenerateBurnAddressAnswer = z.infer<typeof GenerateBurnAddressAnswer>;

/** The fee and payment details of a visitor's membership. The visitor is identified by a cookie. */
export const generateBurnAddress = defineEndpoint({
  method: 'POST',
  path: '/api/alpha-group/generate-burn-address',
  summary: 'What to pay for membership, and where to',
  access: 'public',
  answers: { 200: GenerateBurnAddressAnswer },
  errors: ['service_unavailable'],
});

export const VerifyTransactionAnswer = z.object({
  success: z.boolean(),
  message: z.string(),
  /** Always present with success. */
  telegramLink: z.string().optional(),
  /** With status 202: follow the verification by its id, or repeat the call. */
  pending: z.boolean().optional(),
  verificationId: z.string().optional(),
  /** The verifier's code of the refusal. */
  reason: z.string().optional(),
  /** Wallets that may sign the proof: with `proof_required`, `proof_mismatch`, and `already_used` by a member. */
  payers: Payers.optional(),
});
export type VerifyTransactionAnswer = z.infer<typeof VerifyTransactionAnswer>;

/** Claims a transaction for the visitor's membership. Idempotent per visitor and transaction. */
export const verifyTransaction = defineEndpoint({
  method: 'POST',
  path: '/api/alpha-group/verify-transaction',
  summary: 'Claim a payment for membership',
  access: 'public',
  body: z.object({
    transactionHash: TypedHash,
    /** The burn wallet of the offer; a different one is refused before anything is claimed. */
    burnAddress: z.string().max(100).optional(),
    /** The payment intent that the page shows. */
    intent: z
      .string()
      .regex(/^membership_[0-9a-f-]{36}$/)
      .optional(),
    proof: PaymentProof.optional(),
  }),
  answers: { 200: VerifyTransactionAnswer, 202: VerifyTransactionAnswer },
  errors: ['invalid_transaction_hash', 'proof_invalid', 'proof_expired', 'service_unavailable'],
});

/** The code when a wallet is not a member's. */
export const NOT_A_MEMBER = 'not_a_member';

/**
 * Grants another browser access to the chat by a signature of the member's wallet; `issueMembershipProof`, without a
 * transaction, issues the message. The browser then belongs to the member.
 */
export const recoverMembership = defineEndpoint({
  method: 'POST',
  path: '/api/alpha-group/recover',
  summary: "Open the chat in this browser with a signature of a member's wallet",
  access: 'public',
  body: z.object({ proof: PaymentProof }),
  answers: { 200: VerifyTransactionAnswer, 202: VerifyTransactionAnswer },
  errors: ['proof_invalid', 'proof_expired', 'service_unavailable'],
});

/** Called before a payment, because a member's wallet would pay in vain. Payers are public on the chain anyway. */
export const getWalletMembership = defineEndpoint({
  method: 'GET',
  path: '/api/alpha-group/wallets/:wallet',
  summary: 'Whether a wallet is a member',
  access: 'public',
  params: z.object({ wallet: Address }),
  answers: { 200: z.object({ member: z.boolean() }) },
  errors: ['service_unavailable'],
});
