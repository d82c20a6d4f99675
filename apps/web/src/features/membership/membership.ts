import { VerificationStage } from '@naughty-list/contracts/verifications';
import { z } from 'zod';

/** A membership payment under way, as this browser keeps it, so that a reload goes on where the page was left. */
export const PendingMembership = z.object({
  /** Trimmed. */
  hash: z.string(),
  /** Where it was sent. */
  burnAddress: z.string().optional(),
  stage: VerificationStage,
  waiting: z.enum(['offline', 'busy']).optional(),
});
export type PendingMembership = z.infer<typeof PendingMembership>;
