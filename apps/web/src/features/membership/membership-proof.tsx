import { issueMembershipProof } from '@naughty-list/contracts/payment-proofs';
import type { ReactNode } from 'react';
import { api } from '../../lib/api.ts';
import { holdProof } from '../../lib/payment-proof/held-proofs.ts';
import type { ProofStep } from '../../lib/payment-proof/proof-step.ts';
import { ProofPanel } from '../../ui/payment-proof/proof-panel.tsx';
import { MEMBERSHIP_PROOF, type PendingMembership } from './membership.ts';
import { keepPending, society } from './society.ts';

type MembershipProofProps = { pending: PendingMembership; step: ProofStep; connect: ReactNode };

function keepProof(changes: Partial<ProofStep>): void {
  const { pending } = society.get();
  if (pending?.proof) keepPending({ ...pending, proof: { ...pending.proof, ...changes } });
}

/** Proof for a membership payment without a reference: the paying wallet signs for this browser's visitor. */
export function MembershipProof({ pending, step, connect }: MembershipProofProps) {
  const { hash } = pending;
  return (
    <ProofPanel
      payment={MEMBERSHIP_PROOF}
      heading="h3"
      title="One more step: sign for this payment"
      connect={connect}
      step={step}
      keep={keepProof}
      issue={(wallet) => api.call(issueMembershipProof, { body: { transactionHash: hash, wallet } })}
      onSigned={(proof) => {
        holdProof(MEMBERSHIP_PROOF, proof);
        keepProof({ isSent: true, refusal: undefined });
      }}
    >
      This payment isn't tied to your membership alone, so anyone could paste its hash here. To use it for
      yours, sign a message with the wallet that paid.
    </ProofPanel>
  );
}
