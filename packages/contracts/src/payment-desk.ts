import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { defineJob, untilDone } from './job.ts';
import { PaymentIntentId } from './payment-intents.ts';
import { Payers } from './payment-proofs.ts';
import { Address, BaseUnits } from './primitives.ts';
import { Reason } from './review.ts';
import { RuleResult, VerificationId } from './verifications.ts';

export const deskTexts = {
  unknown: 'No claim has this id.',
  notSeen:
    'No provider reports this transaction as finalized, or it failed, so there is no payment to settle.',
  nothingLeft: 'There is nothing left to pay for: the report or membership was paid for, or is gone.',
  paidAlready: 'This payment already counts.',
  memberBefore:
    'The wallet that paid was already a member. This payment only opened the chat in another browser.',
} as const;

/** A payment as admins see it: one claim, with the outcome of each rule. */
export const DeskPayment = z.object({
  id: VerificationId,
  purpose: z.enum(['removal', 'membership']),
  signature: z.string(),
  /** What is paid for: the report's number, or the visitor's reference. Null where it no longer exists. */
  subject: z.string().nullable(),
  state: z.enum(['pending', 'counted', 'paid', 'refused', 'settled']),
  /** Why it was refused, or still waits; `message` also says what else admins should know. */
  code: z.string().nullable(),
  message: z.string().nullable(),
  /** In tokens, as an exact decimal number; null until it is known. */
  amount: z.string().nullable(),
  at: z.iso.datetime(),
  intent: PaymentIntentId.nullable(),
  rules: z.array(RuleResult),
  /** The wallet that signed for it, or those that may. */
  wallets: Payers,
});
export type DeskPayment = z.infer<typeof DeskPayment>;

/** Payments per purpose that a search shows. */
export const DESK_MAX = 50;

/** By transaction signature, wallet, reference text, or id of an intent; newest first. */
export const findPayments = defineEndpoint({
  method: 'GET',
  path: '/api/admin/payments/:purpose',
  summary: `Payments with a signature, wallet, reference or intent, newest first, at most ${DESK_MAX}`,
  access: 'admin',
  params: z.object({ purpose: DeskPayment.shape.purpose }),
  query: z.object({ q: z.string().trim().min(1).max(200) }),
  answers: { 200: z.array(DeskPayment) },
  errors: ['service_unavailable'],
});

/** Makes a payment count that the rules do not accept. Idempotent; recorded in the audit log and the ledger. */
export const settlePayment = defineEndpoint({
  method: 'POST',
  path: '/api/admin/payments/:id/settle',
  summary: 'Settle a payment by hand, with a reason; idempotent',
  access: 'admin',
  params: z.object({ id: VerificationId }),
  body: z.object({ reason: Reason }),
  answers: { 200: DeskPayment },
  errors: ['transaction_already_used', 'changed_meanwhile', 'payment_refused', 'service_unavailable'],
});

/** Claims that a wallet paid, signed for, or may sign for, newest first. */
export const listPaymentsOf = defineEndpoint({
  method: 'GET',
  path: '/internal/wallets/:wallet/payments',
  summary: 'The verifications of payments by a wallet',
  access: 'service',
  params: z.object({ wallet: Address }),
  answers: { 200: z.array(VerificationId) },
});

/** Uses a claim's transaction for it on an admin's decision, and returns what it paid as far as known. */
export const takePayment = defineEndpoint({
  method: 'POST',
  path: '/internal/verifications/:id/settle',
  summary: 'Use the transaction of a refused or undecided payment for its claim',
  access: 'service',
  params: z.object({ id: VerificationId }),
  answers: {
    200: z.object({
      amount: BaseUnits,
      sent: BaseUnits,
      decimals: z.number().int(),
      slot: z.number().int().nullable(),
      payer: Address.nullable(),
    }),
  },
  errors: ['transaction_already_used', 'changed_meanwhile', 'payment_refused', 'service_unavailable'],
});

/** A settlement for the audit log and the ledger, which the reports service has. */
export const Settlement = z.object({
  operationId: z.uuid(),
  who: z.string(),
  reason: z.string(),
  claim: VerificationId,
  /** The memo. */
  reference: z.string(),
  signature: z.string(),
  at: z.iso.datetime(),
});
export type Settlement = z.infer<typeof Settlement>;

export const recordSettlementJob = defineJob({
  queue: 'reports',
  name: 'record-settlement',
  payload: Settlement,
  id: ({ operationId }) => `record-settlement.${operationId}`,
  about: ({ claim }) => ({ verificationId: claim }),
  mustBeSigned: true,
  ...untilDone,
});
