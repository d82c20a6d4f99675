import { ApiCallError } from '@naughty-list/api-client/api-call-error';
import { Payers, PROOF_MISMATCH, PROOF_REQUIRED } from '@naughty-list/contracts/payment-proofs';
import type { ProofStep } from './proof-step.ts';

/** A refusal that a signature of the paying wallet can resolve. */
export type ProofRefusal = Pick<ProofStep, 'payers' | 'refusal'>;

type Refused = { reason?: unknown; payers?: unknown; message: string | null | undefined };

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
  return {
    payers: known ?? [],
    refusal: reason === PROOF_MISMATCH ? (message ?? undefined) : undefined,
  };
}

/** The same for a failed call; `before` is the step of its signature. */
export function proofFault(error: unknown, before: ProofStep | undefined): ProofRefusal | undefined {
  if (!(error instanceof ApiCallError)) return undefined;
  const { code, details, message } = error;
  if (code === 'payment_refused') return proofRefusal({ ...details, message });
  if (code !== 'proof_invalid' && code !== 'proof_expired') return undefined;
  return { payers: before?.payers ?? [], refusal: message };
}
