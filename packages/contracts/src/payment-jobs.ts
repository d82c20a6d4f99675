import { z } from 'zod';
import { defineJob } from './job.ts';
import { Address, BaseUnits, Signature } from './primitives.ts';
import { PaymentDemand, RuleResult, VerificationId } from './verifications.ts';

/**
 * Asks the chain verifier to judge a payment. `round` counts how often the owner's sweep started it again: a job that
 * is still kept under an id is not added twice. The handler is idempotent: the verdict row decides.
 */
export const verifyBurnJob = defineJob({
  queue: 'chain-verifier',
  name: 'verify-burn',
  payload: z.object({
    id: VerificationId,
    signature: Signature,
    demand: PaymentDemand,
    round: z.number().int().min(0),
    requestId: z.string().optional(),
  }),
  id: ({ id, round }) => `verify-burn.${id}.${round}`,
  about: ({ id }) => ({ verificationId: id }),
  mustBeSigned: true,
  attempts: 1000,
  backoffMs: 400,
  maxBackoffMs: 5_000,
});

/** What was decided, for the owner of the claim. */
const Decided = z.object({
  id: VerificationId,
  outcome: z.enum(['accepted', 'rejected']),
  code: z.string().nullable(),
  message: z.string().nullable(),
  amount: BaseUnits.nullable(),
  decimals: z.number().int().nullable(),
  slot: z.number().int().nullable(),
  rules: z.array(RuleResult),
  round: z.number().int().min(0),
  requestId: z.string().optional(),
});

/** Tells the owner of a removal claim what was decided. */
export const applyBurnVerdictJob = defineJob({
  queue: 'reports',
  name: 'apply-burn-verdict',
  payload: Decided,
  id: ({ id, round }) => `apply-burn-verdict.${id}.${round}`,
  about: ({ id }) => ({ verificationId: id }),
  mustBeSigned: true,
  attempts: 50,
  backoffMs: 200,
  maxBackoffMs: 10_000,
});

/** Tells the owner of a membership claim what was decided, and whose tokens paid once it is accepted. */
export const applyMembershipVerdictJob = defineJob({
  queue: 'membership',
  name: 'apply-membership-verdict',
  payload: Decided.extend({ payer: Address.nullable() }),
  id: ({ id, round }) => `apply-membership-verdict.${id}.${round}`,
  about: ({ id }) => ({ verificationId: id }),
  mustBeSigned: true,
  attempts: 50,
  backoffMs: 200,
  maxBackoffMs: 10_000,
});
