import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { Payers } from './payment-proofs.ts';
import { Address, BaseUnits, Signature, WholeTokens } from './primitives.ts';
import { verificationStages } from './verification-stages.ts';

export const VerificationStage = z.enum(verificationStages);
export type VerificationStage = z.infer<typeof VerificationStage>;

export const VerificationOutcome = z.enum(['pending', 'accepted', 'rejected']);
export type VerificationOutcome = z.infer<typeof VerificationOutcome>;

/** One rule of a verdict, for the receipt. */
export const RuleResult = z.object({ rule: z.string(), passed: z.boolean(), seen: z.string() });
export type RuleResult = z.infer<typeof RuleResult>;

/** `look_`, `removal_` and `membership_` tell which service owns it; the rest is a UUID. */
export const VerificationId = z.string().regex(/^(look|removal|membership)_[0-9a-f-]{36}$/);
export type VerificationId = z.infer<typeof VerificationId>;

const VerificationParams = z.object({ id: VerificationId });

/** A verification as anybody who knows its id may follow it. */
export const Verification = z.object({
  id: VerificationId,
  signature: z.string(),
  stage: VerificationStage,
  outcome: VerificationOutcome,
  /** Why it was rejected, or why it is still pending; see the verifier's README for the codes. */
  code: z.string().nullable(),
  /** Fit to show to a person. */
  message: z.string().nullable(),
  /** Tokens that the transaction destroyed, once accepted. */
  amountBurned: z.number().nullable(),
  rules: z.array(RuleResult),
  slot: z.number().int().nullable(),
  /** With `proof_required` and `proof_mismatch`: the wallets whose signature would do. */
  payers: Payers.optional(),
});
export type Verification = z.infer<typeof Verification>;

/**
 * Header for calls that start a verification: `Prefer: respond-async` (RFC 7240) is answered 202 at once with the id to follow,
 * `Prefer: wait=<seconds>` waits that long at most. Without it a call waits as long as the service is set to.
 */
export const followInstead = { prefer: 'respond-async' } as const;

/** Followed by the page until `outcome` is no longer pending and `stage` is `done`. */
export const getVerification = defineEndpoint({
  method: 'GET',
  path: '/api/verifications/:id',
  summary: 'Follow a verification',
  access: 'public',
  params: VerificationParams,
  answers: { 200: Verification },
  errors: ['not_found'],
});

/**
 * The same as server-sent events: one at once, one per change, the last once it is done (its event id is
 * `LAST_EVENT_ID`), then the stream ends. Whoever breaks off just calls again; a call that names the last event in
 * `Last-Event-ID` is answered 204, which tells a browser's EventSource to stop.
 */
export const followVerification = defineEndpoint({
  method: 'GET',
  path: '/api/verifications/:id/events',
  summary: 'Follow a verification: server-sent events, each with the verification as its data',
  access: 'public',
  params: VerificationParams,
  answers: { 200: Verification },
  errors: ['not_found', 'too_many_requests', 'service_unavailable'],
});

export const LAST_EVENT_ID = 'last';

/** Whether nothing more will happen to it. */
export function isDone({ stage, outcome }: Pick<Verification, 'stage' | 'outcome'>): boolean {
  return stage === 'done' && outcome !== 'pending';
}

/** PostgreSQL's channel on which the chain verifier tells the id of each verification that changed. */
export const CHAIN_VERIFICATIONS_CHANNEL = 'chain_verifications';

/** What the owner of an effect asks for: what is to be paid, by which reference, since when. */
export const PaymentDemand = z.object({
  /** What is paid for (`report:7`); it is paid for once, so a second payment stays unused. */
  subject: z.string().regex(/^[a-z-]+:[A-Za-z0-9_-]{1,64}$/),
  /** Whole tokens; the mint's decimals come from the chain. */
  minimumTokens: WholeTokens,
  reference: z.string().min(1).max(64),
  /** The Solana Pay reference key that names the same thing; an account of the transaction. */
  referenceKey: Address.optional(),
  /** Unix seconds of the thing that is paid for; a payment without a reference must not be older. */
  notBefore: z.number().int().min(0),
  /** The wallet that signed for this claim; its signature was verified by the owner of the effect. */
  provenWallet: Address.optional(),
});
export type PaymentDemand = z.infer<typeof PaymentDemand>;

/** A verification as the chain verifier tells other services. */
export const ChainVerification = z.object({
  id: VerificationId,
  signature: Signature,
  stage: z.enum(['received', 'found', 'confirmed', 'finalised', 'judged']),
  outcome: VerificationOutcome,
  code: z.string().nullable(),
  message: z.string().nullable(),
  amount: BaseUnits.nullable(),
  decimals: z.number().int().nullable(),
  slot: z.number().int().nullable(),
  rules: z.array(RuleResult),
  payers: Payers.optional(),
});
export type ChainVerification = z.infer<typeof ChainVerification>;

/** Starts a look and waits for its end at most `waitMs`; the same id again joins the running look. */
export const startLook = defineEndpoint({
  method: 'POST',
  path: '/internal/looks',
  summary: 'Look at a transaction without claiming it',
  access: 'service',
  body: z.object({
    id: VerificationId,
    signature: Signature,
    demand: PaymentDemand,
    waitMs: z.number().int().min(0).max(60_000),
  }),
  answers: { 200: ChainVerification },
  errors: ['invalid_input'],
});

export const getChainVerification = defineEndpoint({
  method: 'GET',
  path: '/internal/verifications/:id',
  summary: 'How far a verification has come',
  access: 'service',
  params: VerificationParams,
  answers: { 200: ChainVerification },
  errors: ['not_found'],
});
