import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { BaseUnits, Signature } from './primitives.ts';
import { RuleResult, VerificationId } from './verifications.ts';

export { receiptTexts } from './receipt-texts.ts';

const seconds = z.number().int();

/** The whole demand by which the payment was judged: the verifier's `Demand`, with amounts as text. */
export const JudgedDemand = z.strictObject({
  mint: z.string(),
  tokenProgram: z.string(),
  decimals: z.number().int(),
  minimum: BaseUnits,
  prices: z.array(z.strictObject({ since: z.number(), minimum: BaseUnits })).optional(),
  burnWallet: z.string().nullable(),
  reference: z.string(),
  referencePrefixes: z.array(z.string()),
  referenceKey: z.string().optional(),
  unbound: z.enum(['prove', 'accept', 'reject']),
  provenWallet: z.string().optional(),
  notBefore: seconds,
  notAfter: seconds.optional(),
  provenNotBefore: seconds.optional(),
  boundToleranceS: seconds.optional(),
  usesKnownSince: seconds.optional(),
  burner: z.string().optional(),
  now: seconds.optional(),
});
export type JudgedDemand = z.infer<typeof JudgedDemand>;

/** An accepted payment with everything needed to recompute its verdict. */
export const JudgedPayment = z.strictObject({
  signature: Signature,
  demand: JudgedDemand,
  /** As a provider returned it, without the fields that no rule reads; null if it was not kept. */
  transaction: z.record(z.string(), z.unknown()).nullable(),
  /** The facts that the providers agreed on. The providers' names stay internal. */
  evidence: z.record(z.string(), z.unknown()),
  providers: z.number().int(),
  verdict: z.strictObject({
    outcome: z.literal('accepted'),
    amount: BaseUnits,
    decimals: z.number().int(),
    slot: z.number().int(),
    decidedAt: z.iso.datetime(),
    rules: z.array(RuleResult.strict()),
  }),
});
export type JudgedPayment = z.infer<typeof JudgedPayment>;

export const getJudgedPayment = defineEndpoint({
  method: 'GET',
  path: '/internal/judged-payments/:id',
  summary: 'An accepted payment with the evidence and the demand of its verdict',
  access: 'service',
  params: z.object({ id: VerificationId }),
  answers: { 200: JudgedPayment },
  errors: ['not_found'],
});

/** A removal's leaf in the ledger, with the proof that the signed tree contains it. Hashes are base64. */
export const LedgerProof = z.strictObject({
  index: z.number().int(),
  entry: z.string(),
  hashes: z.array(z.string()),
  checkpoint: z.string(),
});

/**
 * The receipt of a burn that removed a report. It names no account. `seal` is a note signed with the ledger's `key`
 * over the SHA-256 of all other fields as canonical JSON.
 */
export const Receipt = JudgedPayment.extend({
  version: z.literal(1),
  /** The number of the removed report; null where it no longer exists. */
  report: z.number().int().nullable(),
  /** Null until the ledger contains the removal, which takes seconds, and for removals older than the ledger. */
  ledger: LedgerProof.nullable(),
  ledgerState: z.enum(['included', 'waiting', 'older']),
  key: z.string(),
  seal: z.string(),
});
export type Receipt = z.infer<typeof Receipt>;

export const getReceipt = defineEndpoint({
  method: 'GET',
  path: '/api/receipts/:signature',
  summary:
    'The receipt of a burn that removed a report; npm run verify-burn -- --bundle FILE checks it offline',
  access: 'public',
  params: z.object({ signature: z.string() }),
  answers: { 200: Receipt },
  errors: ['not_found', 'service_unavailable'],
});
