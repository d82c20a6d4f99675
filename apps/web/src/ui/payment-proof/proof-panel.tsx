import Loader from 'lucide-react/icons/loader';
import PenLine from 'lucide-react/icons/pen-line';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { shortenMiddle } from '../../lib/addresses.ts';
import { type Proof, type ProofHandlers, useProof } from '../../lib/payment-proof/use-proof.ts';
import { disconnectWallet, useWalletSession } from '../../lib/wallet/session.ts';
import { Button } from '../button.tsx';
import { FailureNote } from '../failure-note.tsx';
import { SignElsewhere } from './sign-elsewhere.tsx';

type ProofPanelProps = ProofHandlers & {
  /** Key under which the typed signature is kept in memory. */
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
 * Asks for a message signed by the paying wallet: with the wallet connected here, or elsewhere.
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

type SignWithWalletProps = { payers: readonly string[]; proof: Proof; connect: ReactNode };

const busyTexts = {
  issuing: 'Fetching the message… Usually takes a second or two.',
  signing: 'Look at your wallet: it shows the message and asks you to sign.',
};

/** Signs with the connected wallet if it is a payer. */
function SignWithWallet({ payers, proof, connect }: SignWithWalletProps) {
  const session = useWalletSession();
  const didNotConnect = useFailedConnection();
  const { busy, fault } = proof;
  const isOther = session.state === 'connected' && payers.length > 0 && !payers.includes(session.address);
  return (
    <div className="grid justify-items-start gap-3">
      {session.state !== 'connected' && (
        <>
          <p>Connect the wallet that paid.</p>
          {connect}
        </>
      )}
      {isOther && (
        <div role="status" className="grid justify-items-start gap-2">
          <p>
            <strong>This is another wallet.</strong> {session.name} is connected as{' '}
            <span className="font-mono">{shortenMiddle(session.address, 4, 4)}</span>, which did not pay for
            this. Switch to the account that paid in {session.name}, or connect another wallet.
          </p>
          <Button look="outline" onClick={() => void disconnectWallet()}>
            Disconnect this wallet
          </Button>
        </div>
      )}
      {session.state === 'connected' && !isOther && (
        <>
          <p>
            {session.name} is connected as{' '}
            <span className="font-mono">{shortenMiddle(session.address, 4, 4)}</span>.
          </p>
          <Button
            look="gold"
            className="px-3!"
            aria-disabled={busy !== undefined}
            onClick={() => void proof.signWith(session.address)}
          >
            {busy ? (
              <Loader aria-hidden="true" className="size-5 shrink-0 motion-safe:animate-spin" />
            ) : (
              <PenLine aria-hidden="true" className="size-5 shrink-0" />
            )}
            Sign with the wallet that paid
          </Button>
        </>
      )}
      <p aria-live="polite" className="font-bold empty:hidden">
        {busy && busyTexts[busy]}
      </p>
      {fault?.at === 'wallet' && <FailureNote {...fault.text} />}
      {didNotConnect && !fault && (
        <FailureNote
          title="Not connected"
          message="The wallet did not connect to this page. Nothing was sent, and nothing is lost."
          advice="Connect it again, or open “Sign somewhere else” below."
        />
      )}
    </div>
  );
}

/** Whether the last attempt to connect failed. */
function useFailedConnection(): boolean {
  const { state } = useWalletSession();
  const before = useRef(state);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (state !== before.current) setFailed(before.current === 'connecting' && state === 'disconnected');
    before.current = state;
  }, [state]);
  return hasFailed;
}
