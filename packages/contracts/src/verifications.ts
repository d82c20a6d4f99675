import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { KeptProof, Payers } from './payment-proofs.ts';
import { Address, BaseUnits, Signature, WholeTokens } from './primitives.ts';

/**
 * The stages of a verification. `done` means that its effect took place (or, for a preview, that it was judged). A
 * `refused` verification is final; a new one may still be accepted.
 */
export const VerificationStage = z.enum(['received', 'found', 'confirmed', 'finalised', 'judged', 'done']);
export type VerificationStage = z.infer<typeof VerificationStage>;

export const VerificationOutcome = z.enum(['pending', 'accepted', 'rejected']);
export type VerificationOutcome = z.infer<typeof VerificationOutcome>;

/** The result of one rule, for the receipt. */
export const RuleResult = z.object({ rule: z.string(), passed: z.boolean(), seen: z.string() });
export type RuleResult = z.infer<typeof RuleResult>;

/** The prefix `look_`, `removal_` or `membership_` identifies the owning service; the rest is a UUID. */
export const VerificationId = z.string().regex(/^(look|removal|membership)_[0-9a-f-]{36}$/);
export type VerificationId = z.infer<typeof VerificationId>;

const VerificationParams = z.object({ id: VerificationId });

/** A verification as visible to anyone who knows its id. */
export const Verification = z.object({
  id: VerificationId,
  signature: z.string(),
  stage: VerificationStage,
  outcome: VerificationOutcome,
  /** Why it was rejected or is still pending; see the verifier's README for the codes. */
  code: z.string().nullable(),
  /** For display. */
  message: z.string().nullable(),
  /** Tokens that count as burned for the price, once accepted. */
  amountBurned: z.number().nullable(),
  /** The part of `amountBurned` that went to a burn wallet with a key, if any: pages call it sent, not burned. */
  amountSent: z.number().optional(),
  rules: z.array(RuleResult),
  slot: z.number().int().nullable(),
  /** With `proof_required` and `proof_mismatch`: wallets that may sign the proof. */
  payers: Payers.optional(),
});
export type Verification = z.infer<typeof Verification>;

/**
 * Header for calls that start a verification: `Prefer: respond-async` (RFC 7240) is answered 202 at once with the id
 * to follow, `Prefer: wait=<seconds>` waits at most that long. The default wait is the service's setting.
 */
export const followInstead = { prefer: 'respond-async' } as const;

/** Polled by the page until `outcome` is no longer pending and `stage` is `done`. */
export const getVerification = defineEndpoint({
  method: 'GET',
  path: '/api/verifications/:id',
  summary: 'Follow a verification',
  access: 'public',
  params: VerificationParams,
  answers: { 200: Verification },
});

/**
 * The same as server-sent events: one at once, one per change, the last when done (its event id is `LAST_EVENT_ID`),
 * then the stream ends. A disconnected client calls again; a call with the last event in `Last-Event-ID` is answered
 * 204, which stops a browser's EventSource.
 */
export const followVerification = defineEndpoint({
  method: 'GET',
  path: '/api/verifications/:id/events',
  summary: 'Follow a verification: server-sent events, each with the verification as its data',
  access: 'public',
  params: VerificationParams,
  answers: { 200: Verification },
  errors: ['service_unavailable'],
});

export const LAST_EVENT_ID = 'last';

/** The code of an accepted part of a payment intent: it counts, and more is missing. */
export const COUNTED = 'counted';
/** The code of an accepted payment of the whole price at its own time, whatever the price of its intent. */
export const WHOLE_PRICE = 'whole_price';
/** The code of a payment that an admin settled by hand. */
export const SETTLED = 'settled';

/** Whether the verification is over. */
export function isDone({ stage, outcome }: Pick<Verification, 'stage' | 'outcome'>): boolean {
  return stage === 'done' && outcome !== 'pending';
}

/** PostgreSQL channel on which the chain verifier announces changed verifications by id. */
export const CHAIN_VERIFICATIONS_CHANNEL = 'chain_verifications';

/** Unix seconds, up to the last that a date can be (ECMA-262, 21.4.1.1). */
const UnixSeconds = z.number().int().min(0).max(8_640_000_000_000);

/**
 * What a payment intent fixed. In blocks up to `until`, its `minimumTokens`, mint and wallet count whatever the settings
 * are by then, and so does a part of the amount: the owner adds parts up.
 */
const FixedTerms = z.object({ mint: Address, burnWallet: Address, until: UnixSeconds });

/** The owner's terms of a payment: amount, reference and start time. */
export const PaymentDemand = z.object({
  /** What is paid for (`report:7`); paid only once, so a second payment stays unused. */
  subject: z.string().regex(/^[a-z-]+:[A-Za-z0-9_-]{1,64}$/),
  /** In whole tokens; the mint's decimals come from the chain. */
  minimumTokens: WholeTokens,
  reference: z.string().min(1).max(64),
  /** The Solana Pay reference key of the same entity; an account of the transaction. */
  referenceKey: Address.optional(),
  /** Creation time of the entity in Unix seconds; an unbound payment must not be older. */
  notBefore: z.number().int().min(0),
  /** The wallet that signed for this claim; the owner of the effect has verified its signature. */
  provenWallet: Address.optional(),
  /** What that wallet signed, for the receipt. */
  proof: KeptProof.optional(),
  fixed: FixedTerms.optional(),
  /** The payment intent that fixed it, for the receipt. */
  intent: z.string().max(60).optional(),
});
export type PaymentDemand = z.infer<typeof PaymentDemand>;

/** A verification as the chain verifier returns it to other services. */
export const ChainVerification = z.object({
  id: VerificationId,
  signature: Signature,
  stage: z.enum(['received', 'found', 'confirmed', 'finalised', 'judged']),
  outcome: VerificationOutcome,
  code: z.string().nullable(),
  message: z.string().nullable(),
  amount: BaseUnits.nullable(),
  /** The part of the amount that went to a burn wallet with a key: it is not burned. */
  sent: BaseUnits.optional(),
  decimals: z.number().int().nullable(),
  slot: z.number().int().nullable(),
  rules: z.array(RuleResult),
  payers: Payers.optional(),
  /** Whether another accepted claim has used its transaction. */
  isUsed: z.boolean().optional(),
});
export type ChainVerification = z.infer<typeof ChainVerification>;

/** Starts a preview and returns its progress; the same id joins a running preview. */
export const startPreview = defineEndpoint({
  method: 'POST',
  path: '/internal/looks',
  summary: 'Preview a transaction without claiming it',
  access: 'service',
  body: z.object({ id: VerificationId.startsWith('look_'), signature: Signature, demand: PaymentDemand }),
  answers: { 200: ChainVerification },
});

export const getChainVerification = defineEndpoint({
  method: 'GET',
  path: '/internal/verifications/:id',
  summary: 'Progress of a verification',
  access: 'service',
  params: VerificationParams,
  answers: { 200: ChainVerification },
});

/** Starts looking for a payment intent's key on the chain. Returns the terms that the intent fixes; `tokens` is the price. */
export const requestPayment = defineEndpoint({
  method: 'POST',
  path: '/internal/payment-requests',
  summary: 'Terms of a payment, which is then looked for by its key',
  access: 'service',
  body: z.object({
    subject: PaymentDemand.shape.subject,
    reference: PaymentDemand.shape.reference,
    referenceKey: Address,
    until: UnixSeconds,
  }),
  answers: {
    200: z.object({ tokens: WholeTokens, mint: Address, burnWallet: Address, decimals: z.number().int() }),
  },
  errors: ['service_unavailable'],
});

/**
 * Limits of pending claims whose transaction was not on the chain when they were made. A transaction on the chain is
 * always accepted.
 */
export const unseenClaimLimits = { perClient: 10, total: 2_000, retryAfterSeconds: 60 } as const;

/** As many as fit into a request. */
export const MOST_CLAIMS_UNDER_WAY = 500;

/** Called right before a wallet is asked to sign, so that no one pays twice while a payment becomes final. */
export const findPaymentUnderWay = defineEndpoint({
  method: 'POST',
  path: '/internal/payments-under-way',
  summary: 'Whether a payment that is not decided yet names a key, or could make a pending claim succeed',
  access: 'service',
  body: z.object({
    demand: PaymentDemand,
    /** For the same subject: of other browsers, and of a wallet as its key. */
    others: z.array(PaymentDemand).max(8),
    claims: z.array(VerificationId).max(MOST_CLAIMS_UNDER_WAY),
  }),
  answers: { 200: z.object({ isUnderWay: z.boolean() }) },
  errors: ['service_unavailable'],
});

/** Frees the transaction of an accepted payment that had no effect, so that its payer can sign for something else. */
export const releasePayment = defineEndpoint({
  method: 'POST',
  path: '/internal/verifications/:id/release',
  summary: 'Free the transaction of a payment without effect',
  access: 'service',
  params: VerificationParams,
  answers: { 204: z.undefined() },
});

export const tooManyUnseenClaims =
  'This transaction is not on the blockchain yet, and too many others are still pending. Please try again in a minute.';

/** Whether any provider knows the signature; called when a claim would exceed the limit of unseen ones. */
export const findTransaction = defineEndpoint({
  method: 'GET',
  path: '/internal/transactions/:signature',
  summary: 'Whether a transaction is known on the chain',
  access: 'service',
  params: z.object({ signature: Signature }),
  answers: { 200: z.object({ isKnown: z.boolean() }) },
  errors: ['invalid_input', 'service_unavailable'],
});
