import { ApiCallError } from '@naughty-list/api-client/api-call-error';
import { Payers, PROOF_MISMATCH, PROOF_REQUIRED } from '@naughty-list/contracts/payment-proofs';
import type { ProofStep } from './proof-step.ts';

/** A refusal after which a signature of the paying wallet would do. */
export type ProofRefusal = Pick<ProofStep, 'payers' | 'refusal'>;

type Refused = { reason?: unknown; payers?: unknown; message: string | null | undefined };

/** Reads an answer or a verification; nothing where a signature would not help. */
export function proofRefusal({ reason, payers, message }: Refused): ProofRefusal | undefined {
  if (reason !== PROOF_REQUIRED && reason !== PROOF_MISMATCH) return undefined;
  return {
    payers: Payers.safeParse(payers).data ?? [],
    refusal: reason === PROOF_MISMATCH ? (message ?? undefined) : undefined,
  };
}

/** The same for a call that failed; `before` is the step that its signature belonged to. */
export function proofFault(error: unknown, before: ProofStep | undefined): ProofRefusal | undefined {
  if (!(error instanceof ApiCallError)) return undefined;
  const { code, details, message } = error;
  if (code === 'payment_refused') return proofRefusal({ ...details, message });
  if (code !== 'proof_invalid' && code !== 'proof_expired') return undefined;
  return { payers: before?.payers ?? [], refusal: message };
}
