import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { KeptProof } from './payment-proofs.ts';
import { BaseUnits, Signature } from './primitives.ts';
import { RuleResult, VerificationId } from './verifications.ts';

const seconds = z.number().int();

/** The whole demand by which the payment was judged: the verifier's `Demand`, with amounts as text. */
export const JudgedDemand = z.strictObject({
  /** The numbered rules that judged it; 1 if it has none. */
  ruleSet: z.union([z.literal(1), z.literal(2)]).optional(),
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
  partial: z.literal([true, 'signed']).optional(),
  notBefore: seconds,
  notAfter: seconds.optional(),
  provenNotBefore: seconds.optional(),
  creditNotBefore: seconds.optional(),
  boundToleranceS: seconds.optional(),
  usesKnownSince: seconds.optional(),
  burner: z.string().optional(),
  now: seconds.optional(),
});
export type JudgedDemand = z.infer<typeof JudgedDemand>;

const judgedPayment = {
  signature: Signature,
  demand: JudgedDemand,
  /** As a provider returned it, without the fields that no rule reads; null if it was not kept. */
  transaction: z.record(z.string(), z.unknown()).nullable(),
  /** The facts that the providers agreed on. The providers' names stay internal. */
  evidence: z.record(z.string(), z.unknown()),
  providers: z.number().int(),
};

const accepted = {
  outcome: z.literal('accepted'),
  amount: BaseUnits,
  decimals: z.number().int(),
  slot: z.number().int(),
  decidedAt: z.iso.datetime(),
};

/** An accepted payment with all that is needed to recompute its verdict. */
export const JudgedPayment = z.strictObject({
  ...judgedPayment,
  verdict: z.strictObject({
    ...accepted,
    /** Parts of the amount: what was burned, and what the burn wallet was credited. */
    burned: BaseUnits,
    credited: BaseUnits,
    boundBy: z.enum(['memo', 'reference_key', 'wallet', 'nothing']),
    /** The wallet whose tokens paid, and the one that paid the transaction's fee. */
    payer: z.string(),
    feePayer: z.string(),
    /** The rules of `demand.ruleSet` that it passed, in order. */
    rules: z.array(z.string()),
  }),
  /** The payment intent whose terms the demand has. */
  intent: z.string().nullable(),
  /** With `boundBy: wallet`; null for payments claimed before proofs were kept. */
  proof: KeptProof.nullable(),
});
export type JudgedPayment = z.infer<typeof JudgedPayment>;

export const getJudgedPayment = defineEndpoint({
  method: 'GET',
  path: '/internal/judged-payments/:id',
  summary: 'An accepted payment with the evidence and the demand of its verdict',
  access: 'service',
  params: z.object({ id: VerificationId }),
  answers: { 200: JudgedPayment },
});

/** A removal's leaf in the ledger, with the proof that the signed tree contains it. Hashes are base64. */
export const LedgerProof = z.strictObject({
  index: z.number().int(),
  entry: z.string(),
  hashes: z.array(z.string()),
  checkpoint: z.string(),
});

const sealed = {
  /** The number of the removed report; null where it no longer exists, and for a membership. */
  report: z.number().int().nullable(),
  /** Null until the ledger contains the removal, which takes seconds, for removals older than the ledger, and for a membership. */
  ledger: LedgerProof.nullable(),
  key: z.string(),
  seal: z.string(),
};
const ledgerState = z.enum(['included', 'waiting', 'older']);

/**
 * The receipt of a payment that removed a report, or that counted for a membership. It names no account, unless the payer's own signed
 * message does. `seal` is a note signed with the ledger's `key` over the SHA-256 of all other fields as canonical JSON.
 */
export const Receipt = JudgedPayment.extend({
  version: z.literal(2),
  purpose: z.enum(['removal', 'membership']),
  ...sealed,
  /** `private`: the public log does not say who is a member; the member gets the leaf's receipt with this one. */
  ledgerState: z.enum([...ledgerState.options, 'private']),
});
export type Receipt = z.infer<typeof Receipt>;

/** A receipt as issued until November 2026: `seen` is prose, which no check compares. */
export const ReceiptOfVersion1 = z.strictObject({
  ...judgedPayment,
  version: z.literal(1),
  ...sealed,
  ledgerState,
  verdict: z.strictObject({ ...accepted, rules: z.array(RuleResult.strict()) }),
});
export type ReceiptOfVersion1 = z.infer<typeof ReceiptOfVersion1>;

export const getReceipt = defineEndpoint({
  method: 'GET',
  path: '/api/receipts/:signature',
  summary:
    'The receipt of a payment that removed a report, by its transaction, or of one for a membership, by the id of its claim, which only its payer has; npm run verify-burn -- --bundle FILE checks it offline',
  access: 'public',
  params: z.object({ signature: z.string() }),
  answers: { 200: Receipt },
  errors: ['service_unavailable'],
});
