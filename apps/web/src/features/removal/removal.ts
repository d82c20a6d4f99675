import { type VerificationStage, verificationStages } from '@naughty-list/contracts/verification-stages';
import { type ProofStep, proofStepShape } from '../../lib/payment-proof/proof-step.ts';
import { checkedBy } from '../../lib/shape.ts';

/**
 * A paid removal as stored in this browser, per report, so that it resumes after a reload:
 *
 *   draft ─ Verify & Remove, or signed in the wallet ► looking ► claiming ─ 202 ► following ─► paid (until dismissed)
 *     ▲                                                   └─────────┴───────────────┴──► draft with a failure, or with
 *     └─ signed ► claiming                                                                a `proof` to sign
 */
export type Removal = {
  reportId: number;
  username: string;
  /** As typed; trimmed before sending. */
  hash: string;
  phase: (typeof phases)[number];
  /** The payment intent that it pays for. */
  intent?: string | undefined;
  /** Set once the server has stored the claim. */
  verificationId?: string | undefined;
  /** The last stage reached. */
  stage: VerificationStage;
  /** When the stage was reached, in milliseconds since 1970. */
  since?: number | undefined;
  /** In tokens; null until known. */
  amountBurned: number | null;
  /** In tokens: what went to a burn wallet with a key, if anything, and is not burned. */
  amountSent?: number | undefined;
  failure?: { title: string; message: string } | undefined;
  /** Set if the payment has no reference: the paying wallet has to sign. */
  proof?: ProofStep | undefined;
  /** Just signed by the wallet of this page; the network may need time to show it. */
  byWallet?: boolean | undefined;
  /** Why progress is paused: the device is offline, or the server is busy. */
  waiting?: 'offline' | 'busy' | undefined;
};

const phases = ['draft', 'looking', 'claiming', 'following', 'paid'] as const;
const text = { type: 'string' } as const;

/** Validates a stored removal. */
export const removalCheck = checkedBy<Removal>({
  type: 'object',
  required: ['reportId', 'username', 'hash', 'phase', 'stage', 'amountBurned'],
  properties: {
    reportId: { type: 'integer' },
    username: text,
    hash: text,
    phase: { enum: phases },
    intent: text,
    verificationId: text,
    stage: { enum: verificationStages },
    since: { type: 'number' },
    amountBurned: { anyOf: [{ type: 'number' }, { type: 'null' }] },
    amountSent: { type: 'number' },
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

/** Whether the report is removed; kept as the payer's receipt. */
export const isPaid = ({ phase }: Removal): boolean => phase === 'paid';

/** Whether it progresses without the visitor. */
export function isUnderWay(removal: Removal): boolean {
  return removal.phase !== 'draft' && !isPaid(removal);
}

/** Whether it waits for a signature of the paying wallet. */
export function isUnproven({ phase, proof }: Removal): boolean {
  return phase === 'draft' && proof !== undefined;
}

/** Key of a removal's held proof. */
export const removalPayment = (reportId: number) => `removal:${reportId}`;
