import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { Payers } from './payment-proofs.ts';
import { Address, ReportParams, Signature, WholeTokens } from './primitives.ts';

/** The prefix names the owner; the rest is a UUID. */
export const PaymentIntentId = z.string().regex(/^(removal|membership)_[0-9a-f-]{36}$/);

const Tokens = z.string().regex(/^\d+(\.\d+)?$/);

/**
 *   open ─► seen ─► confirmed ─► paid, or partial: the rest is missing
 *     ├─► expired: after 24 hours, or once a part has come for another offer to the browser; late: the same, and a payment arrived afterwards or in part
 *     ├─► superseded: another payment or decision removed the report, or made the visitor a member
 *     └─► settled: by an admin, with a reason
 */
export const intentStates = [
  'open',
  'seen',
  'confirmed',
  'partial',
  'paid',
  'expired',
  'late',
  'superseded',
  'settled',
] as const;

/** What a browser was asked to pay. Price, mint and wallet stay as they are until `expiresAt`, and an hour longer. */
export const PaymentIntent = z.object({
  id: PaymentIntentId,
  purpose: z.enum(['removal', 'membership']),
  state: z.enum(intentStates),
  /** Whole tokens. */
  price: WholeTokens,
  decimals: z.number().int(),
  mint: Address,
  burnWallet: Address,
  /** Whether the burn wallet has no key: tokens sent there are burned. Otherwise they are the project's. */
  isKeyless: z.boolean(),
  /** The memo. */
  reference: z.string(),
  referenceKey: Address,
  expiresAt: z.iso.datetime(),
  /** In tokens: what counts, the part of it that was not burned, what is missing, and what arrived without effect (a credit). */
  received: Tokens,
  sent: Tokens,
  missing: Tokens,
  credited: Tokens,
  /** Whether a payment would be seen now; otherwise a payer waits in vain for a sign, and may pay twice. */
  isWatched: z.boolean(),
  /** Whether the price has fallen below what is missing: opened again, it asks for less. */
  isCheaper: z.boolean(),
  payments: z.array(
    z.object({
      signature: Signature,
      status: z.enum(['pending', 'counted', 'paid', 'refused']),
      verificationId: z.string(),
      message: z.string().nullable(),
      reason: z.string().nullable(),
      /** Wallets that may sign for it. */
      payers: Payers.optional(),
    }),
  ),
});
export type PaymentIntent = z.infer<typeof PaymentIntent>;

/** Whether its state is final. */
export function isIntentFinal({ state }: Pick<PaymentIntent, 'state'>): boolean {
  return state === 'paid' || state === 'settled' || state === 'superseded';
}

/** Whether a wallet may be asked to pay. */
export function isIntentPayable({ state }: Pick<PaymentIntent, 'state'>): boolean {
  return state === 'open' || state === 'partial';
}

/** A Solana Pay transfer request (specification 1.0), which any wallet on a phone understands. `missing` is in tokens. */
export function transferRequest(
  intent: Record<'burnWallet' | 'missing' | 'mint' | 'referenceKey' | 'reference', string>,
  shown: { label: string; message: string },
): string {
  const query = Object.entries({
    amount: intent.missing,
    'spl-token': intent.mint,
    reference: intent.referenceKey,
    memo: intent.reference,
    ...shown,
  }).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `solana:${intent.burnWallet}?${query.join('&')}`;
}

export const intentTexts = {
  gone: 'There is nothing left to pay for: this has been paid for, or is no longer there. Please do not send anything.',
  underWay: 'A payment for this is already under way. Please do not send another one.',
  cheaper: 'The price has fallen. Please reload the page and pay less.',
  over: 'This offer has expired. Please reload the page for the current price.',
  walletIsMember:
    'This wallet is already a member. Please do not pay again; sign with it to open the chat here.',
} as const;

/** Makes an intent for this browser, or finds its open one. */
export const openRemovalIntent = defineEndpoint({
  method: 'POST',
  path: '/api/payment-intents/removal/:id',
  summary: 'What to pay for the removal of a report: fixed for this browser for 24 hours',
  access: 'public',
  params: ReportParams,
  answers: { 200: PaymentIntent },
  errors: ['report_already_removed', 'service_unavailable'],
});

export const openMembershipIntent = defineEndpoint({
  method: 'POST',
  path: '/api/payment-intents/membership',
  summary: 'What to pay for membership: fixed for this browser for 24 hours',
  access: 'public',
  answers: { 200: PaymentIntent },
  errors: ['service_unavailable'],
});

/** Common to calls about one intent. */
const ofIntent = {
  access: 'public',
  params: z.object({ id: PaymentIntentId }),
  answers: { 200: PaymentIntent },
} as const;

export const getPaymentIntent = defineEndpoint({
  ...ofIntent,
  method: 'GET',
  path: '/api/payment-intents/:id',
  summary: 'Follow a payment intent',
  errors: ['service_unavailable'],
});

/** One event at once and one per change; the last, when it is over, has the event id `LAST_EVENT_ID`. */
export const followPaymentIntent = defineEndpoint({
  ...ofIntent,
  method: 'GET',
  path: '/api/payment-intents/:id/events',
  summary: 'Follow a payment intent: server-sent events, each with the intent as its data',
  errors: ['service_unavailable'],
});

/** Called right before a wallet is asked to sign: succeeds only if its payment would count now. */
export const checkPaymentIntent = defineEndpoint({
  ...ofIntent,
  method: 'POST',
  path: '/api/payment-intents/:id/check',
  summary: 'Whether a payment by this wallet would count now',
  body: z.object({ wallet: Address }),
  errors: ['payment_refused', 'service_unavailable'],
});
