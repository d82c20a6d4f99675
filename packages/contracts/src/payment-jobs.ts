import { z } from 'zod';
import { defineJob, forResults, type Job, untilDone } from './job.ts';
import { Address, Signature } from './primitives.ts';
import { ChainVerification, PaymentDemand, VerificationId } from './verifications.ts';

/** Lower runs first. A first request and a payment seen on the chain have none, and run before all of these. */
const priorities = { further: 3, preview: 4, askedAgain: 5, givingUp: 10 };

/**
 * Requests the verdict on a payment. `round` counts restarts by the owner's sweep: a job with a retained id is not
 * added twice. The handler is idempotent: the verdict row decides.
 */
export const verifyPaymentJob = defineJob({
  queue: 'chain-verifier',
  name: 'verify-burn',
  payload: z.object({
    id: VerificationId,
    signature: Signature,
    demand: PaymentDemand,
    round: z.number().int().min(0),
    requestId: z.string().optional(),
    /** Set if the client has other claims pending whose transaction was not on the chain. */
    isFurther: z.literal(true).optional(),
    /** Set by the verifier's poller: the number of look-ups so far, and whether a provider knows the transaction. */
    poll: z.object({ count: z.number().int().min(1), seen: z.boolean() }).optional(),
  }),
  id: ({ id, round, poll }) => `verify-burn.${id}.${round}${poll ? `.poll-${poll.count}` : ''}`,
  deduplicationId: ({ id }) => `verify-burn.${id}`,
  priority: ({ id, round, poll, isFurther }) => {
    if (id.startsWith('look_')) return poll?.seen === false ? priorities.givingUp : priorities.preview;
    if (poll) return poll.seen ? undefined : priorities.givingUp;
    if (round > 0) return priorities.askedAgain;
    return isFurther && priorities.further;
  },
  about: ({ id }) => ({ verificationId: id }),
  mustBeSigned: true,
  attempts: 1000,
  backoffMs: 400,
  maxBackoffMs: 5_000,
});

/** The verdict, for the owner of the claim. */
const Decided = ChainVerification.omit({ signature: true, stage: true, isUsed: true }).extend({
  outcome: z.enum(['accepted', 'rejected']),
  round: z.number().int().min(0),
  requestId: z.string().optional(),
  /** The payment intent by which it was judged; null if by none. */
  intent: z.string().nullish(),
});

/** Delivers the verdict to the owner of a removal claim. */
export const applyBurnVerdictJob = defineJob({
  queue: 'reports',
  name: 'apply-burn-verdict',
  /** In Unix seconds: when it was paid. */
  payload: Decided.extend({ blockTime: z.number().int().optional() }),
  id: ({ id, round }) => `apply-burn-verdict.${id}.${round}`,
  about: ({ id }) => ({ verificationId: id }),
  ...forResults,
});

/** Delivers the verdict to the owner of a membership claim, with the paying wallet when accepted. */
export const applyMembershipVerdictJob = defineJob({
  queue: 'membership',
  name: 'apply-membership-verdict',
  payload: Decided.extend({ payer: Address.nullable() }),
  id: ({ id, round }) => `apply-membership-verdict.${id}.${round}`,
  about: ({ id }) => ({ verificationId: id }),
  ...forResults,
});

/**
 * A finalised transaction that names a reference, found on the chain without a pasted hash. A payment with only a
 * Solana Pay key is reported under that key's reference (`LISTCLUB-<key>`).
 */
export const FoundPayment = z.object({
  signature: Signature,
  reference: z.string().regex(/^[\w-]{1,64}$/),
  /** The key of the payment intent that it names, and the mint that it paid. */
  referenceKey: Address.optional(),
  mint: Address.optional(),
  /** How often its owner was notified before. */
  tellings: z.number().int().optional(),
});
export type FoundPayment = z.infer<typeof FoundPayment>;

/**
 * Tells a reference's owner of a possible payment. The owner claims the transaction once for what it names, and
 * otherwise does nothing, so repeated jobs and unknown references are harmless. (Not a settlement by an admin.)
 */
const settleFoundPayment = (queue: string): Job<typeof FoundPayment> =>
  defineJob({
    queue,
    name: 'settle-found-payment',
    payload: FoundPayment,
    // A finished job keeps its id for an hour, and the owner may only now know the reference, such as after a restore.
    id: ({ signature, reference, tellings = 0 }) =>
      `settle-found-payment.${signature}.${reference}${tellings > 0 ? `.${tellings}` : ''}`,
    ...untilDone,
  });

/** For references of reports (`LISTBURN007`). */
export const settleReportPaymentJob = settleFoundPayment('reports');

/** For references of prospective members (`LISTCLUB-…`). */
export const settleMembershipPaymentJob = settleFoundPayment('membership');
