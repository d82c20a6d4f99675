import { ApiCallError } from '@naughty-list/api-client/api-call-error';
import {
  Payers,
  type PaymentProof,
  PROOF_MISMATCH,
  PROOF_REQUIRED,
} from '@naughty-list/contracts/payment-proofs';
import { COUNTED, followInstead, type Verification } from '@naughty-list/contracts/verifications';
import type { QueryClient } from '@tanstack/react-query';
import { follow } from '../../lib/follow-verification.ts';
import { heldProof, type ProofStep } from '../../lib/payment-proof/proof-step.ts';
import { FIRST_PAUSE_MS, longerPause, pause, withRetries } from '../../lib/retry.ts';
import { laterStage } from '../../lib/stages.ts';
import type { ToastContent } from '../../lib/toasts.ts';
import type { Payment } from './payments.ts';

/** In tokens; null if unknown. */
export type Amounts = Pick<Payment, 'amountBurned' | 'amountSent'>;

/** A refusal that a signature of the paying wallet can resolve. */
export type ProofRefusal = Pick<ProofStep, 'payers' | 'refusal'>;

/** The server's answer: `reason`, `payers` and `message` say why a payment was refused. */
type Refused = { reason?: unknown; payers?: unknown; message?: string | null | undefined };

/** `failed`: the call itself, in this phase. */
export type PaymentFailure =
  | { outcome: 'refused'; message: string | undefined }
  | { outcome: 'failed'; error: unknown; during: Payment['phase'] };

export type PaymentEnd =
  | ({ outcome: 'done'; link?: string | undefined } & Amounts)
  /** It counts, and more is missing. */
  | { outcome: 'part' }
  | { outcome: 'unproven'; proof: ProofRefusal }
  | PaymentFailure;

/** What a claim was answered with. `pending` without an id: ask again. */
export type Claimed =
  | { outcome: 'done'; link?: string | undefined }
  | { outcome: 'part' }
  | { outcome: 'pending'; verificationId?: string | undefined }
  | ({ outcome: 'refused' } & Refused);

type CallOptions = { signal: AbortSignal; headers: Record<string, string> };

export type Context = {
  signal: AbortSignal;
  /** Persists progress for a reload. */
  keep: (changes: Partial<Payment>) => void;
};

/** What differs between the two things that are paid for. */
export type Effect = {
  /** Looks for a pasted hash before it is claimed: what it found, or the end. */
  look?: (payment: Payment, context: Context) => Promise<PaymentEnd | Partial<Payment>>;
  claim: (payment: Payment, proof: PaymentProof | undefined, options: CallOptions) => Promise<Claimed>;
  /** Whether an accepted claim is the end; otherwise the same claim is made again and answered with it. */
  endsWithClaim: boolean;
  textOf: (failure: PaymentFailure, membershipFee: string) => NonNullable<Payment['failure']>;
  partArrived: string;
  /** Brings the visitor back to a payment that is out of sight. */
  toShow: () => Pick<ToastContent, 'action'>;
  onPart?: () => void;
  onFailure: (payment: Payment, failure: NonNullable<Payment['failure']>) => void;
  onDone: (payment: Payment, end: PaymentEnd & { outcome: 'done' }, queryClient: QueryClient) => void;
};

/**
 * Runs a payment from its stored phase to its end: look for it, claim it, follow it. Every step is idempotent. Rejects
 * only when the signal aborts.
 */
export async function runPayment(payment: Payment, effect: Effect, context: Context): Promise<PaymentEnd> {
  let known = payment;
  try {
    if (payment.phase === 'looking' && effect.look) {
      const found = await effect.look(payment, context);
      if ('outcome' in found) return found;
      // Once found, claim it so that the server stores it; the claim waits for finality.
      context.keep({ ...found, phase: 'claiming' });
      known = { ...payment, ...found };
    }
    if (payment.phase === 'following' && payment.verificationId)
      return await followClaim(payment, payment.verificationId, context);
    known = { ...known, phase: 'claiming' };
    return await claim(known, effect, context);
  } catch (error) {
    if (context.signal.aborted) throw error;
    const proof = proofFault(error, payment.proof);
    return proof ? { outcome: 'unproven', proof } : { outcome: 'failed', error, during: known.phase };
  }
}

async function claim(payment: Payment, effect: Effect, context: Context): Promise<PaymentEnd> {
  const { signal, keep } = context;
  const proof = heldProof(payment.key);
  const options = { signal, headers: followInstead };
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = longerPause(pauseMs)) {
    const answer = await withRetries(() => effect.claim(payment, proof, options), retrying(context));
    if (answer.outcome === 'refused') return refused(answer);
    if (answer.outcome === 'done') return { ...answer, ...amountsOf(payment) };
    if (answer.outcome === 'part') return answer;
    const { verificationId } = answer;
    if (verificationId) {
      if (effect.endsWithClaim) keep({ phase: 'following', verificationId });
      const end = await followClaim(payment, verificationId, context);
      if (effect.endsWithClaim || end.outcome !== 'done') return end;
    }
    await pause(pauseMs, signal);
  }
}

async function followClaim(payment: Payment, id: string, context: Context): Promise<PaymentEnd> {
  let { stage } = payment;
  const end = await follow(id, {
    ...retrying(context),
    onNews: (news) => {
      stage = laterStage(stage, news.stage);
      context.keep({ stage });
    },
  });
  if (end.outcome === 'rejected') return rejected(end);
  if (end.code === COUNTED) return { outcome: 'part' };
  return { outcome: 'done', ...amountsOf(end.amountBurned === null ? payment : end) };
}

export const retrying = ({ signal, keep }: Context) => ({
  signal,
  onWaiting: (waiting: Payment['waiting']) => keep({ waiting }),
});

export const amountsOf = ({ amountBurned, amountSent }: Amounts): Amounts => ({ amountBurned, amountSent });

export const rejected = ({ code, payers, message }: Verification) =>
  refused({ reason: code, payers, message });

export function refused(answer: Refused): PaymentEnd {
  const proof = proofRefusal(answer);
  return proof
    ? { outcome: 'unproven', proof }
    : { outcome: 'refused', message: answer.message ?? undefined };
}

/**
 * Reads a response or verification; undefined if a signature would not help, as where the server knows that no wallet
 * can sign for the payment.
 */
export function proofRefusal({ reason, payers, message }: Refused): ProofRefusal | undefined {
  const { data: known } = Payers.safeParse(payers);
  // What names something else, or two things, is for its payer to decide.
  const isNamed = (reason === 'memo_mismatch' || reason === 'memo_ambiguous') && known !== undefined;
  if (reason !== PROOF_REQUIRED && reason !== PROOF_MISMATCH && !isNamed) return undefined;
  if (known?.length === 0) return undefined;
  return { payers: known ?? [], refusal: reason === PROOF_MISMATCH ? (message ?? undefined) : undefined };
}

/** The same for a failed call; `before` is the step of its signature. */
export function proofFault(error: unknown, before: ProofStep | undefined): ProofRefusal | undefined {
  if (!(error instanceof ApiCallError)) return undefined;
  const { code, details, message } = error;
  if (code === 'payment_refused') return proofRefusal({ ...details, message });
  if (code !== 'proof_invalid' && code !== 'proof_expired') return undefined;
  return { payers: before?.payers ?? [], refusal: message };
}
