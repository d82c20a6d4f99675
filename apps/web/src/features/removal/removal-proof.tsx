import { issueRemovalProof } from '@naughty-list/contracts/payment-proofs';
import type { Report } from '@naughty-list/contracts/reports';
import type { ReactNode } from 'react';
import { api } from '../../lib/api.ts';
import { holdProof } from '../../lib/payment-proof/held-proofs.ts';
import type { ProofStep } from '../../lib/payment-proof/proof-step.ts';
import { Button } from '../../ui/button.tsx';
import { ProofPanel } from '../../ui/payment-proof/proof-panel.tsx';
import { removalPayment } from './removal.ts';
import { findRemoval, startOver, updateRemoval } from './removal-store.ts';

type RemovalProofProps = { report: Report; step: ProofStep; connect: ReactNode };

/** Proof for a payment without a reference: the paying wallet signs for this report. */
export function RemovalProof({ report, step, connect }: RemovalProofProps) {
  const payment = removalPayment(report.id);
  return (
    <>
      <ProofPanel
        payment={payment}
        heading="h5"
        title="One more step: sign for this payment"
        connect={connect}
        step={step}
        keep={(changes) => {
          const before = findRemoval(report.id)?.proof;
          if (before) updateRemoval(report, { proof: { ...before, ...changes } });
        }}
        issue={(wallet) => {
          const txHash = findRemoval(report.id)?.hash.trim() ?? '';
          return api.call(issueRemovalProof, { params: { id: report.id }, body: { txHash, wallet } });
        }}
        onSigned={(proof) => {
          holdProof(payment, proof);
          updateRemoval(report, { phase: 'claiming', stage: 'received', failure: undefined });
        }}
      >
        This payment isn't tied to this report alone, so anyone could paste its hash here. To use it for{' '}
        <strong>{report.username}</strong>, the wallet that paid has to sign a message.
      </ProofPanel>
      <Button look="quiet" onClick={() => startOver(report)} className="-ml-5 justify-self-start">
        Use another hash
      </Button>
    </>
  );
}
