import { z } from 'zod';
import { defineJob } from './job.ts';
import { Payers } from './payment-proofs.ts';
import { Address, BaseUnits, Signature } from './primitives.ts';
import { PaymentDemand, RuleResult, VerificationId } from './verifications.ts';

/** First attempts and payments that were seen on the chain go before all of these. */
const priorities = { askedAgain: 5, givingUp: 10 };

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
    /** Added by the verifier's poller: how often it has looked the transaction up, and whether a provider knows it. */
    poll: z.object({ count: z.number().int().min(1), seen: z.boolean() }).optional(),
  }),
  id: ({ id, round, poll }) => `verify-burn.${id}.${round}${poll ? `.poll-${poll.count}` : ''}`,
  deduplicationId: ({ id }) => `verify-burn.${id}`,
  priority: ({ round, poll }) => {
    if (poll) return poll.seen ? undefined : priorities.givingUp;
    return round === 0 ? undefined : priorities.askedAgain;
  },
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
  /** With `proof_required` and `proof_mismatch`: the wallets whose signature would do. */
  payers: Payers.optional(),
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
