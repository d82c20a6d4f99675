import { type VerificationStage, verificationStages } from '@naughty-list/contracts/verification-stages';
import { type ProofStep, proofStepShape } from '../../lib/payment-proof/proof-step.ts';
import { checkedBy } from '../../lib/shape.ts';

/** A membership payment under way, as this browser keeps it, so that a reload goes on where the page was left. */
export type PendingMembership = {
  /** Trimmed. */
  hash: string;
  /** Where it was sent. */
  burnAddress?: string | undefined;
  stage: VerificationStage;
  /** When it was reached, in milliseconds since 1970. */
  since?: number | undefined;
  waiting?: 'offline' | 'busy' | undefined;
  /** The payment names no membership: the wallet that paid has to sign. */
  proof?: ProofStep | undefined;
};

/** Whether something that was kept is one. */
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

/** Whether it waits for a signature of the wallet that paid. */
export function isUnproven({ proof }: PendingMembership): boolean {
  return proof !== undefined && !proof.isSent;
}

/** Under which name the signature for the membership is held. */
export const MEMBERSHIP_PROOF = 'membership';
