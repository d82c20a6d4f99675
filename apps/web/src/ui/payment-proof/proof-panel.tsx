import type { ReactNode } from 'react';
import type { ProofHandlers } from '../../lib/payment-proof/use-proof.ts';
import { useProof } from '../../lib/payment-proof/use-proof.ts';
import { shortenMiddle } from '../../lib/shorten.ts';
import { FailureNote } from '../failure-note.tsx';
import { SignElsewhere } from './sign-elsewhere.tsx';
import { SignWithWallet } from './sign-with-wallet.tsx';

type ProofPanelProps = ProofHandlers & {
  /** Key of the input kept while the page is open. */
  payment: string;
  title: string;
  /** Heading level of its title. */
  heading: 'h2' | 'h3' | 'h4' | 'h5';
  /** Why a signature is needed. */
  children: ReactNode;
  /** The connect button, passed in by the page. */
  connect: ReactNode;
};

/**
 * Requests a message signed by the paying wallet for a payment without a reference: with a wallet here, or elsewhere.
 */
export function ProofPanel({
  payment,
  title,
  heading: Heading,
  children,
  connect,
  ...handlers
}: ProofPanelProps) {
  const { step } = handlers;
  const proof = useProof(handlers);
  return (
    <section
      aria-label={title}
      className="grid animate-open gap-4 rounded-sm border-2 border-gold-600 bg-parchment-50 p-4"
    >
      <div className="grid gap-2">
        <Heading className="text-lg font-bold">{title}</Heading>
        <p>{children}</p>
        <p className="text-ink-700">Signing is free. It isn't a transaction and moves no tokens.</p>
        <Payers payers={step.payers} />
      </div>
      {step.refusal && (
        <FailureNote
          title="Not accepted"
          message={step.refusal}
          advice="Sign with the wallet that paid. What you typed is kept."
        />
      )}
      <SignWithWallet payers={step.payers} proof={proof} connect={connect} />
      <SignElsewhere payment={payment} proof={proof} {...handlers} />
    </section>
  );
}

function Payers({ payers }: { payers: readonly string[] }) {
  if (payers.length === 0) return null;
  return (
    <p>
      {payers.length === 1 ? 'The wallet that paid: ' : 'The wallets that paid, any of which may sign: '}
      {payers.map((payer, index) => (
        <span key={payer}>
          {index > 0 && ', '}
          <strong title={payer} className="font-mono whitespace-nowrap">
            {shortenMiddle(payer, 4, 4)}
          </strong>
        </span>
      ))}
    </p>
  );
}
