import { ApiCallError } from '@naughty-list/api-client/client';
import {
  Payers,
  type PaymentProof,
  PROOF_MISMATCH,
  PROOF_REQUIRED,
} from '@naughty-list/contracts/payment-proofs';
import {
  COUNTED,
  followInstead,
  followVerification,
  getVerification,
  isDone,
  Verification,
} from '@naughty-list/contracts/verifications';
import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { heldProof, type ProofStep } from '../../lib/payment-proof/proof-step.ts';
import { FIRST_PAUSE_MS, type Followed, follow, longerPause, pause, withRetries } from '../../lib/retry.ts';
import { laterStage } from '../../lib/stages.ts';
import type { ToastContent } from '../../lib/toasts.ts';
import type { Payment } from './payments.ts';

/** In tokens; null if unknown. */
export type Amounts = Pick<Payment, 'amountBurned' | 'amountSent'>;

/** A refusal that a signature of the paying wallet can resolve. */
export type ProofRefusal = Pick<ProofStep, 'payers' | 'refusal'>;

/** The part of a response that says why a payment was refused. */
type Refusal = { reason?: unknown; payers?: unknown; message?: string | null | undefined };

/** `failed`: a call failed, in this phase. */
export type PaymentFailure =
  | { outcome: 'refused'; message: string | undefined }
  | { outcome: 'failed'; error: unknown; during: Payment['phase'] };

export type PaymentEnd =
  | ({ outcome: 'done'; link?: string | undefined } & Amounts)
  /** It counts towards the price; the rest is still missing. */
  | { outcome: 'part' }
  | { outcome: 'unproven'; proof: ProofRefusal }
  | PaymentFailure;

/** The response to a claim. `pending` without an id: claim again. */
export type Claimed =
  | { outcome: 'done'; link?: string | undefined }
  | { outcome: 'part' }
  | { outcome: 'pending'; verificationId?: string | undefined }
  | ({ outcome: 'refused' } & Refusal);

type CallOptions = { signal: AbortSignal; headers: Record<string, string> };

export type Context = {
  signal: AbortSignal;
  /** Persists progress for a reload. */
  keep: (changes: Partial<Payment>) => void;
};

/** What differs between removals and memberships. */
export type PaymentKind = {
  /** Previews the transaction before it is claimed. Resolves to changes of the payment, or to its end. */
  preview?: (payment: Payment, context: Context) => Promise<PaymentEnd | Partial<Payment>>;
  claim: (payment: Payment, proof: PaymentProof | undefined, options: CallOptions) => Promise<Claimed>;
  /** Whether an accepted claim ends the payment. If not, the claim is sent again, and its response has the chat link. */
  endsWithClaim: boolean;
  textOf: (failure: PaymentFailure, membershipFee: string) => NonNullable<Payment['failure']>;
  partArrived: string;
  /** The toast's button, which opens a payment that is out of sight. */
  toShow: () => Pick<ToastContent, 'action'>;
  onPart?: () => void;
  onDone: (payment: Payment, end: PaymentEnd & { outcome: 'done' }, queryClient: QueryClient) => void;
};

/**
 * Runs a payment from its stored phase to its end: preview, claim, follow. Every step is idempotent. Rejects only when
 * the signal aborts.
 */
export async function runPayment(payment: Payment, kind: PaymentKind, context: Context): Promise<PaymentEnd> {
  let known = payment;
  try {
    if (payment.phase === 'looking' && kind.preview) {
      const found = await kind.preview(payment, context);
      if ('outcome' in found) return found;
      // Claim it as soon as it is found, so that the server stores it; the claim waits for finality.
      context.keep({ ...found, phase: 'claiming' });
      known = { ...payment, ...found };
    }
    const end =
      payment.phase === 'following' && payment.verificationId
        ? await followClaim(payment, payment.verificationId, context)
        : undefined;
    if (end) return end;
    known = { ...known, phase: 'claiming' };
    return await claim(known, kind, context);
  } catch (error) {
    if (context.signal.aborted) throw error;
    const proof = proofRefusalOf(error, payment.proof);
    return proof ? { outcome: 'unproven', proof } : { outcome: 'failed', error, during: known.phase };
  }
}

async function claim(payment: Payment, kind: PaymentKind, context: Context): Promise<PaymentEnd> {
  const { signal, keep } = context;
  const proof = heldProof(payment.key);
  const options = { signal, headers: followInstead };
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = longerPause(pauseMs)) {
    const answer = await withRetries(() => kind.claim(payment, proof, options), retrying(context));
    if (answer.outcome === 'refused') return endOfRefusal(answer);
    if (answer.outcome === 'done') return { ...answer, ...amountsOf(payment) };
    if (answer.outcome === 'part') return answer;
    const { verificationId } = answer;
    if (verificationId) {
      if (kind.endsWithClaim) keep({ phase: 'following', verificationId });
      const end = await followClaim(payment, verificationId, context);
      if (end && (kind.endsWithClaim || end.outcome !== 'done')) return end;
    }
    await pause(pauseMs, signal);
  }
}

/** Undefined if the claim is missing, as in a restored database: the payment is to be claimed again. */
async function followClaim(payment: Payment, id: string, context: Context): Promise<PaymentEnd | undefined> {
  let { stage } = payment;
  const end = await follow(verificationOf(id), {
    ...retrying(context),
    onChange: (verification) => {
      stage = laterStage(stage, verification.stage);
      context.keep({ stage });
    },
  }).catch(ignoreMissing);
  if (!end) return undefined;
  if (end.outcome === 'rejected') return endOfRejection(end);
  if (end.code === COUNTED) return { outcome: 'part' };
  return { outcome: 'done', ...amountsOf(end.amountBurned === null ? payment : end) };
}

/** For `catch`: returns undefined for a 404, and rethrows the rest. */
export function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof ApiCallError && error.status === 404)) throw error;
  return undefined;
}

export const verificationOf = (id: string): Followed<Verification> => ({
  stream: followVerification.path.replace(':id', id),
  schema: Verification,
  poll: (signal) => api.call(getVerification, { params: { id } }, { signal }),
  isDone,
});

export const retrying = ({ signal, keep }: Context) => ({
  signal,
  onWaiting: (waiting: Payment['waiting']) => keep({ waiting }),
});

export const amountsOf = ({ amountBurned, amountSent }: Amounts): Amounts => ({ amountBurned, amountSent });

export const endOfRejection = ({ code, payers, message }: Verification) =>
  endOfRefusal({ reason: code, payers, message });

/** `unproven` if a signature would help. */
export function endOfRefusal(refusal: Refusal): PaymentEnd {
  const proof = proofRefusal(refusal);
  return proof
    ? { outcome: 'unproven', proof }
    : { outcome: 'refused', message: refusal.message ?? undefined };
}

/** Who may sign for a refused payment; undefined if no signature would help. */
export function proofRefusal({ reason, payers, message }: Refusal): ProofRefusal | undefined {
  const { data: known } = Payers.safeParse(payers);
  // Its memo names something else, or two things: the wallet that paid decides what it is for.
  const isNamed = (reason === 'memo_mismatch' || reason === 'memo_ambiguous') && known !== undefined;
  if (reason !== PROOF_REQUIRED && reason !== PROOF_MISMATCH && !isNamed) return undefined;
  if (known?.length === 0) return undefined;
  return { payers: known ?? [], refusal: reason === PROOF_MISMATCH ? (message ?? undefined) : undefined };
}

/** As {@link proofRefusal}, for a failed call; `before` is the step whose signature it sent. */
export function proofRefusalOf(error: unknown, before: ProofStep | undefined): ProofRefusal | undefined {
  if (!(error instanceof ApiCallError)) return undefined;
  const { code, details, message } = error;
  if (code === 'payment_refused') return proofRefusal({ ...details, message });
  if (code !== 'proof_invalid' && code !== 'proof_expired') return undefined;
  return { payers: before?.payers ?? [], refusal: message };
}
