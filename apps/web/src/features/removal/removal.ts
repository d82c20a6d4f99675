import { VerificationStage } from '@naughty-list/contracts/verifications';
import { z } from 'zod';

/**
 * A paid removal as this browser keeps it, per report, so that a reload goes on where the page was left:
 *
 *   draft ─ Verify & Remove, or signed in the wallet ► looking ► claiming ─ 202 ► following ─► (forgotten: it is gone)
 *     ▲                                                   └─────────┴───────────────┴──► draft with a failure
 */
export const Removal = z.object({
  reportId: z.number().int(),
  username: z.string(),
  /** As typed; trimmed when it is sent. */
  hash: z.string(),
  phase: z.enum(['draft', 'looking', 'claiming', 'following']),
  /** Set once the claim is written down on the server. */
  verificationId: z.string().optional(),
  /** The last stage that was reached. */
  stage: VerificationStage,
  /** In tokens, as soon as it is known. */
  amountBurned: z.number().nullable(),
  failure: z.object({ title: z.string(), message: z.string() }).optional(),
  /** Signed by the wallet of this page a moment ago: the network may need its time. */
  byWallet: z.boolean().optional(),
  /** Why nothing moves at the moment: this device is offline, or the server asks for patience. */
  waiting: z.enum(['offline', 'busy']).optional(),
});
export type Removal = z.infer<typeof Removal>;

export function newRemoval(report: { id: number; username: string }): Removal {
  return {
    reportId: report.id,
    username: report.username,
    hash: '',
    phase: 'draft',
    stage: 'received',
    amountBurned: null,
  };
}

/** Whether something is to be done for it without the visitor. */
export function isUnderWay(removal: Removal): boolean {
  return removal.phase !== 'draft';
}
