import { membershipTexts } from '@naughty-list/contracts/membership';
import { formatTokens } from '@naughty-list/contracts/tokens';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import SearchCheck from 'lucide-react/icons/search-check';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { ProofStep } from '../../lib/payment-proof/proof-step.ts';
import { useTokenConfig } from '../../lib/token-config.ts';
import { useWalletPayment } from '../../lib/wallet/use-payment.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { PaymentProgress } from '../../ui/payment-progress.tsx';
import { TransactionLink } from '../../ui/transaction-link.tsx';
import { HashField } from './hash-field.tsx';
import { isUnproven, type PendingMembership } from './membership.ts';
import { MembershipProof } from './membership-proof.tsx';
import { nextStep } from './next-step.ts';
import { MEMBERSHIP_PAYMENT } from './pay-with-wallet.ts';
import { keepPending, society } from './society.ts';

/** Progress texts after finality. */
const news = {
  finalised: 'Final. The sausage is counting your coins.',
  judged: 'Checked. Writing your name in the guest book.',
  done: 'You are in. Fetching your invite to the chat.',
};

/** The hash with its verification progress, or the signature it waits for. */
export function VerificationStep({ connect }: { connect: ReactNode }) {
  const { pending } = society.use();
  if (pending?.proof && isUnproven(pending))
    return <Unproven pending={pending} step={pending.proof} connect={connect} />;
  return <VerificationForm />;
}

type UnprovenProps = { pending: PendingMembership; step: ProofStep; connect: ReactNode };

function Unproven({ pending, step, connect }: UnprovenProps) {
  const { data: chain } = useTokenConfig();
  return (
    <>
      {chain && (
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="font-bold">Transaction hash:</span>
          <TransactionLink hash={pending.hash} chain={chain} />
        </p>
      )}
      <MembershipProof pending={pending} step={step} connect={connect} />
      <div className="flex flex-wrap gap-3">
        <Button look="outline" onClick={() => society.set({ step: 'payment', failure: undefined })}>
          <ArrowLeft aria-hidden="true" className="size-5" /> Back
        </Button>
        <Button look="quiet" onClick={takeAnotherHash}>
          Use another hash
        </Button>
      </div>
    </>
  );
}

/** Returns to the form and keeps its input. */
function takeAnotherHash(): void {
  society.set({ hash: society.get().pending?.hash ?? '' });
  keepPending(undefined);
}

function VerificationForm() {
  const { hash, failure, pending, offer } = society.use();
  const { data: config } = useTokenConfig();
  const [error, setError] = useState<string>();
  const { fault } = useWalletPayment(MEMBERSHIP_PAYMENT);
  const verify = (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    const trimmed = hash.trim();
    if (trimmed === '') return setError(membershipTexts.hashRequired);
    society.set({ failure: undefined });
    keepPending({
      hash: trimmed,
      stage: 'received',
      ...(offer ? { burnAddress: offer.burnAddress } : {}),
    });
  };
  return (
    <form onSubmit={verify} noValidate className="grid gap-4">
      <HashField
        label="Transaction hash"
        hint="The signature of your payment, from your wallet or the explorer."
        hash={pending?.hash ?? hash}
        error={error}
        readOnly={pending !== undefined}
        onType={(typed) => {
          setError(undefined);
          society.set({ hash: typed, failure: undefined });
        }}
      />
      {failure && !pending && (
        <FailureNote
          title={membershipTexts.failedTitle}
          message={failure}
          advice={nextStep(failure, {
            fee: formatTokens(config?.membershipFeeTokens ?? '750000'),
            reference: offer?.reference,
          })}
        />
      )}
      {fault && !failure && !pending && <FailureNote {...fault.text} />}
      {pending && (
        <PaymentProgress
          label="Progress of the verification"
          payment={pending}
          news={news}
          onOtherHash={() => keepPending(undefined)}
        />
      )}
      <div className="flex flex-wrap gap-3">
        <Button look="outline" onClick={() => society.set({ step: 'payment', failure: undefined })}>
          <ArrowLeft aria-hidden="true" className="size-5" /> Back
        </Button>
        <Button look="gold" type="submit" disabled={pending !== undefined} className="flex-1">
          <SearchCheck aria-hidden="true" className="size-5" />
          {pending ? 'Verifying...' : 'Verify Transaction'}
        </Button>
      </div>
    </form>
  );
}
