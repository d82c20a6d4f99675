import { type VerificationStage, verificationStages } from '@naughty-list/contracts/verification-stages';
import { type ProofStep, proofStepShape } from '../../lib/payment-proof/proof-step.ts';
import { checkedBy } from '../../lib/shape.ts';

/**
 * A paid removal as this browser keeps it, per report, so that a reload goes on where the page was left:
 *
 *   draft ─ Verify & Remove, or signed in the wallet ► looking ► claiming ─ 202 ► following ─► (forgotten: it is gone)
 *     ▲                                                   └─────────┴───────────────┴──► draft with a failure, or with a
 *     └─ signed ► claiming                                                                `proof` to be made first
 */
export type Removal = {
  reportId: number;
  username: string;
  /** As typed; trimmed when it is sent. */
  hash: string;
  phase: (typeof phases)[number];
  /** Set once the claim is written down on the server. */
  verificationId?: string | undefined;
  /** The last stage that was reached. */
  stage: VerificationStage;
  /** When it was reached, in milliseconds since 1970. */
  since?: number | undefined;
  /** In tokens, as soon as it is known. */
  amountBurned: number | null;
  failure?: { title: string; message: string } | undefined;
  /** The burn names no report: the wallet that paid has to sign. */
  proof?: ProofStep | undefined;
  /** Signed by the wallet of this page a moment ago: the network may need its time. */
  byWallet?: boolean | undefined;
  /** Why nothing moves at the moment: this device is offline, or the server asks for patience. */
  waiting?: 'offline' | 'busy' | undefined;
};

const phases = ['draft', 'looking', 'claiming', 'following'] as const;
const text = { type: 'string' } as const;

/** Whether something that was kept is a removal. */
export const removalCheck = checkedBy<Removal>({
  type: 'object',
  required: ['reportId', 'username', 'hash', 'phase', 'stage', 'amountBurned'],
  properties: {
    reportId: { type: 'integer' },
    username: text,
    hash: text,
    phase: { enum: phases },
    verificationId: text,
    stage: { enum: verificationStages },
    since: { type: 'number' },
    amountBurned: { anyOf: [{ type: 'number' }, { type: 'null' }] },
    failure: { type: 'object', required: ['title', 'message'], properties: { title: text, message: text } },
    proof: proofStepShape,
    byWallet: { type: 'boolean' },
    waiting: { enum: ['offline', 'busy'] },
  },
});

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

/** Whether it waits for a signature of the wallet that paid. */
export function isUnproven({ phase, proof }: Removal): boolean {
  return phase === 'draft' && proof !== undefined;
}

/** Under which name the signature for a removal is held. */
export const removalPayment = (reportId: number) => `removal:${reportId}`;
