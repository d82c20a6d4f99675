import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { PaymentIntentId } from './payment-intents.ts';
import { Address, WholeTokens } from './primitives.ts';
import { ReportParams } from './reports.ts';
import { PaymentDemand } from './verifications.ts';

/** Texts of the burn request that a wallet fetches (Solana Pay specification 1.1, "Transaction Requests"). */
export const burnRequestTexts = {
  label: 'The Naughty List',
  message: (tokens: string, reference: string) =>
    `Burns ${tokens} LIST to take a report off the list (${reference}).`,
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
  errors: ['not_found', 'too_many_requests'],
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
  errors: [
    'invalid_input',
    'not_found',
    'report_already_removed',
    'payment_refused',
    'too_many_requests',
    'service_unavailable',
  ],
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
    subject: PaymentDemand.shape.subject.optional(),
    /** An intent's, if the mint has changed since. */
    mint: Address.optional(),
    /** An intent's, which is looked for already. */
    referenceKey: Address.optional(),
  }),
  answers: { 200: BurnTransaction },
  errors: ['invalid_input', 'payment_refused', 'service_unavailable'],
});
