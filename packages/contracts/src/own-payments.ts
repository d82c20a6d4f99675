import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { IssuedProof, PaymentProof, WalletToSign } from './payment-proofs.ts';
import { Address, Signature } from './primitives.ts';

/** Payments that the list shows; a wallet with more of them sees the newest. */
export const OWN_PAYMENTS_MAX = 100;

const Tokens = z.string().regex(/^\d+(\.\d+)?$/);

/**
 * `part`: a part of a price whose rest is missing; `to-sign`: counts once this wallet signs what it is for; `credit`: had
 * no effect, and may be used by signing; `settled`: an admin made it count.
 */
export const OwnPaymentState = z.enum(['pending', 'part', 'paid', 'settled', 'to-sign', 'credit', 'refused']);
export type OwnPaymentState = z.infer<typeof OwnPaymentState>;

/** What the chain verifier knows of a transaction that a wallet paid, signed for, or may sign for. */
export const WalletPayment = z.object({
  signature: Signature,
  purpose: z.enum(['removal', 'membership']),
  /** The number of the report. */
  report: z.number().int().nullable(),
  state: OwnPaymentState,
  /** Why it is refused, or still waits, or what a credit is limited to. */
  message: z.string().nullable(),
  /** In tokens; null where nothing counted. */
  amount: Tokens.nullable(),
  /** Of a part: what is still missing from the price. */
  missing: Tokens.nullable(),
  /** Of the block, or of the claim until the block is known. */
  at: z.iso.datetime(),
  /** Until when the credit may be used. */
  creditUntil: z.iso.datetime().nullable(),
  /** The key of its receipt, where it has one. */
  receipt: z.string().nullable(),
});
export type WalletPayment = z.infer<typeof WalletPayment>;

/** The same with the reported account: null for a membership, and for a report that is held, deleted or erased. */
export const OwnPayment = WalletPayment.extend({ username: z.string().nullable() });
export type OwnPayment = z.infer<typeof OwnPayment>;

/** Issues the message by which a wallet opens the list of its payments. It says nothing about the wallet. */
export const issueOwnPaymentsProof = defineEndpoint({
  method: 'POST',
  path: '/api/own-payments/proof',
  summary: 'A message for a wallet to sign, which shows the payments of this wallet',
  access: 'public',
  body: z.object({ wallet: WalletToSign }),
  answers: { 200: IssuedProof },
  errors: ['service_unavailable'],
});

/** A signed message opens the list once; nothing is stored. */
export const listOwnPayments = defineEndpoint({
  method: 'POST',
  path: '/api/own-payments',
  summary: `The newest ${OWN_PAYMENTS_MAX} payments of the wallet that signed, removals and memberships`,
  access: 'public',
  body: z.object({ proof: PaymentProof }),
  answers: { 200: z.object({ wallet: Address, payments: z.array(OwnPayment) }) },
  errors: ['proof_invalid', 'proof_expired', 'service_unavailable'],
});

export const listWalletPayments = defineEndpoint({
  method: 'GET',
  path: '/internal/wallets/:wallet/own-payments',
  summary: 'What a wallet paid, signed for, or may sign for, one entry per transaction, newest first',
  access: 'service',
  params: z.object({ wallet: Address }),
  answers: { 200: z.array(WalletPayment) },
});
