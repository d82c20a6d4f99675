import type { PaymentProof as Proof } from '@naughty-list/contracts/payment-proofs';
import type { ReactNode } from 'react';
import { holdProof, type ProofStep } from '../../lib/payment-proof/proof-step.ts';
import type { ProofHandlers } from '../../lib/payment-proof/use-proof.ts';
import { ProofPanel } from '../../ui/payment-proof/proof-panel.tsx';
import { findPayment, type PaymentKey, updatePayment } from './payments.ts';

type PaymentProofProps = Pick<ProofHandlers, 'step' | 'issue'> & {
  of: PaymentKey;
  heading: 'h3' | 'h5';
  connect: ReactNode;
  children: ReactNode;
};

/** Proof for a payment without a reference: the paying wallet signs for what it is used for. */
export function PaymentProof({ of: key, children, ...panel }: PaymentProofProps) {
  return (
    <ProofPanel
      {...panel}
      payment={key}
      title="One more step: sign for this payment"
      keep={(changes: Partial<ProofStep>) => {
        const before = findPayment(key)?.proof;
        if (before) updatePayment(key, { proof: { ...before, ...changes } });
      }}
      onSigned={(proof: Proof) => {
        holdProof(key, proof);
        updatePayment(key, { phase: 'claiming', stage: 'received', failure: undefined });
      }}
    >
      {children}
    </ProofPanel>
  );
}
