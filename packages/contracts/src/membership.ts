import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { Payers, PaymentProof } from './payment-proofs.ts';
import { Address, WholeTokens } from './primitives.ts';
import { formatTokens } from './tokens.ts';

/** What references of members-to-be begin with; their Solana Pay key follows. */
export const MEMBERSHIP_REFERENCE_PREFIX = 'LISTCLUB-';

/**
 * Texts of the Secret Sausage Society: the catalogue of the specification, section 8, with the fee that is asked for in
 * place of its numbers, and what it leaves open.
 */
export const membershipTexts = {
  hashRequired: 'Transaction hash is required',
  /** Title of what succeeded, and its text. */
  verified: 'Transaction Verified!',
  welcome: "Welcome to Santa's Alpha Group!",
  /** Title of every failure. */
  failedTitle: 'Verification Failed',
  /** For answers that are refusals; see `refusalNotice`. */
  notFound: 'Transaction not found. Please wait a few moments for blockchain confirmation and try again.',
  alreadyUsed: 'This transaction has already been used. Each transaction can only be used once.',
  invalidAmount: (fee: string) =>
    `Invalid token amount. Please send exactly ${formatTokens(fee)} LIST tokens to the burn address.`,
  verificationFailed: 'Transaction verification failed.',
  /** For calls that failed; see `failureNotice`. */
  notFoundOnChain:
    'Transaction not found. Please ensure the transaction has been confirmed on the blockchain.',
  invalidHash: 'Invalid transaction hash. Please check your transaction hash format.',
  usedForAnother: 'This transaction has already been used for another alpha group membership.',
  insufficientAmount: (fee: string) =>
    `Transaction amount is insufficient. You need to send exactly ${formatTokens(fee)} LIST tokens.`,
  checkHash: 'Please check your transaction hash and try again.',
  /** What the catalogue leaves open. */
  pending: 'Your transaction is being checked. This can take a minute; you may leave and come back.',
  invitePending: 'Your payment is verified. Your invite to the chat is being made; this can take a minute.',
  alreadyMember:
    'You are a member already. This transaction was not used. If it carries your membership reference, it cannot pay ' +
    'for anything else; if it carries no reference, the wallet that paid can still use it.',
  walletAlreadyMember:
    'This wallet is a member already, so nothing was claimed with this transaction. To open the chat here, sign in as a ' +
    'member with this wallet. The tokens cannot be returned; if the transaction carries no reference and has paid for ' +
    'nothing yet, this wallet can still use it.',
  noInvite: 'There is no invite to the chat for this membership yet. Please contact us.',
  notAMember: 'This wallet is not a member. Please sign with the wallet that paid for the membership.',
  otherBurnAddress: 'This burn address is not the one to pay to. Please reload the page.',
  paymentLabel: 'Secret Sausage Society',
  paymentMessage: "Lifetime membership in Santa's Alpha Group",
} as const;

/** What the notice says about an answer without success. `message` is the server's. */
export function refusalNotice(message: string | undefined, fee: string): string {
  if (message?.includes('Transaction not found')) return membershipTexts.notFound;
  if (message?.includes('already been used')) return membershipTexts.alreadyUsed;
  if (message?.includes('Invalid amount')) return membershipTexts.invalidAmount(fee);
  return message || membershipTexts.verificationFailed;
}

/** What the notice says about a call that failed. `message` is the error's. */
export function failureNotice(message: string | undefined, fee: string): string {
  if (message?.includes('Transaction not found')) return membershipTexts.notFoundOnChain;
  if (message?.includes('Invalid transaction hash')) return membershipTexts.invalidHash;
  if (message?.includes('already been used')) return membershipTexts.usedForAnother;
  if (message?.includes('insufficient amount')) return membershipTexts.insufficientAmount(fee);
  return message || membershipTexts.checkHash;
}

/** Why a payment is refused whose wallet is a member already; a signature of that wallet opens the chat. */
export const WALLET_ALREADY_MEMBER = 'wallet_already_member';

export const GenerateBurnAddressAnswer = z.object({
  /** The fixed burn wallet. */
  burnAddress: z.string(),
  /** The visitor's own; goes into the payment's memo. The same visitor always gets the same. */
  reference: z.string(),
  mint: z.string(),
  /** Whole tokens. */
  amount: WholeTokens,
  /** A Solana Pay transfer request with all of this in it. */
  paymentUrl: z.string(),
  /** The chat, where the visitor is a member already. */
  telegramLink: z.string().optional(),
});
export type GenerateBurnAddressAnswer = z.infer<typeof GenerateBurnAddressAnswer>;

/** What a visitor pays for membership, and where to. The visitor is known again by a cookie. */
export const generateBurnAddress = defineEndpoint({
  method: 'POST',
  path: '/api/alpha-group/generate-burn-address',
  summary: 'What to pay for membership, and where to',
  access: 'public',
  answers: { 200: GenerateBurnAddressAnswer },
  errors: ['too_many_requests', 'service_unavailable'],
});

export const VerifyTransactionAnswer = z.object({
  success: z.boolean(),
  message: z.string(),
  /** With success, always. */
  telegramLink: z.string().optional(),
  /** With status 202: the verification can be followed by its id, and the same call asks again. */
  pending: z.boolean().optional(),
  verificationId: z.string().optional(),
  /** Why it was refused: the verifier's code. */
  reason: z.string().optional(),
  /** Wallets whose signature would do: with `proof_required`, `proof_mismatch`, and `already_used` by a member. */
  payers: Payers.optional(),
});
export type VerifyTransactionAnswer = z.infer<typeof VerifyTransactionAnswer>;

/** Claims a transaction for the visitor's membership. The same transaction of the same visitor gets the same answer. */
export const verifyTransaction = defineEndpoint({
  method: 'POST',
  path: '/api/alpha-group/verify-transaction',
  summary: 'Claim a payment for membership',
  access: 'public',
  body: z.object({
    /** As typed: trimmed; whether it is a signature is decided by `isSignature`, with its own answer. */
    transactionHash: z
      .string({ error: membershipTexts.hashRequired })
      .trim()
      .min(1, { error: membershipTexts.hashRequired })
      .max(200, { error: membershipTexts.invalidHash }),
    /** Where it was sent, as answered before; another one is refused before anything is claimed. */
    burnAddress: z.string().max(100).optional(),
    proof: PaymentProof.optional(),
  }),
  answers: { 200: VerifyTransactionAnswer, 202: VerifyTransactionAnswer },
  errors: [
    'invalid_input',
    'invalid_transaction_hash',
    'proof_invalid',
    'proof_expired',
    'too_many_requests',
    'service_unavailable',
  ],
});

/** Why a wallet opens no chat. */
export const NOT_A_MEMBER = 'not_a_member';

/**
 * Opens the chat in another browser with a signature of the member's wallet; the message comes from `issueMembershipProof`, without a
 * transaction. From then on this browser is one of the member's.
 */
export const recoverMembership = defineEndpoint({
  method: 'POST',
  path: '/api/alpha-group/recover',
  summary: 'Open the chat in this browser with a signature of a member’s wallet',
  access: 'public',
  body: z.object({ proof: PaymentProof }),
  answers: { 200: VerifyTransactionAnswer, 202: VerifyTransactionAnswer },
  errors: ['invalid_input', 'proof_invalid', 'proof_expired', 'too_many_requests', 'service_unavailable'],
});

/** Asked before a payment: a wallet that is a member already would pay for nothing. Who has paid is public on the chain. */
export const getWalletMembership = defineEndpoint({
  method: 'GET',
  path: '/api/alpha-group/wallets/:wallet',
  summary: 'Whether a wallet is a member',
  access: 'public',
  params: z.object({ wallet: Address }),
  answers: { 200: z.object({ member: z.boolean() }) },
  errors: ['not_found', 'too_many_requests', 'service_unavailable'],
});
