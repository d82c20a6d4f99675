import { type VerificationStage, verificationStages } from '@naughty-list/contracts/verification-stages';
import { type ProofStep, proofStepShape } from '../../lib/payment-proof/proof-step.ts';
import { checkedBy } from '../../lib/shape.ts';

/** A pending membership payment as stored in the browser, so that it resumes after a reload. */
export type PendingMembership = {
  /** Trimmed. */
  hash: string;
  /** The address that was paid. */
  burnAddress?: string | undefined;
  stage: VerificationStage;
  /** When the stage was reached, in milliseconds since 1970. */
  since?: number | undefined;
  waiting?: 'offline' | 'busy' | undefined;
  /** Set if the payment has no reference: the paying wallet has to sign. */
  proof?: ProofStep | undefined;
};

/** Validates a stored payment. */
export const pendingCheck = checkedBy<PendingMembership>({
  type: 'object',
  required: ['hash', 'stage'],
  properties: {
    hash: { type: 'string' },
    burnAddress: { type: 'string' },
    stage: { enum: verificationStages },
    since: { type: 'number' },
    waiting: { enum: ['offline', 'busy'] },
    proof: proofStepShape,
  },
});

/** Whether it waits for a signature of the paying wallet. */
export function isUnproven({ proof }: PendingMembership): boolean {
  return proof !== undefined && !proof.isSent;
}

/** Key of the held membership proof. */
export const MEMBERSHIP_PROOF = 'membership';
