import { type VerificationStage, verificationStages } from '@naughty-list/contracts/verification-stages';
import { checkedBy } from '../../lib/shape.ts';

/** A membership payment under way, as this browser keeps it, so that a reload goes on where the page was left. */
export type PendingMembership = {
  /** Trimmed. */
  hash: string;
  /** Where it was sent. */
  burnAddress?: string | undefined;
  stage: VerificationStage;
  waiting?: 'offline' | 'busy' | undefined;
};

/** Whether something that was kept is one. */
export const pendingCheck = checkedBy<PendingMembership>({
  type: 'object',
  required: ['hash', 'stage'],
  properties: {
    hash: { type: 'string' },
    burnAddress: { type: 'string' },
    stage: { enum: verificationStages },
    waiting: { enum: ['offline', 'busy'] },
  },
});
