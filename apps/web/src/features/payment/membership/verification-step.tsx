import { membershipTexts } from '@naughty-list/contracts/membership';
import { issueMembershipProof } from '@naughty-list/contracts/payment-proofs';
import { formatTokens } from '@naughty-list/contracts/tokens';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import SearchCheck from 'lucide-react/icons/search-check';
import { type ReactNode, useState } from 'react';
import { api } from '../../../lib/api.ts';
import type { ProofStep } from '../../../lib/payment-proof/proof-step.ts';
import { useTokenConfig } from '../../../lib/token-config.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { asTyped, Form, TextField } from '../../../ui/field.tsx';
import { TransactionLink } from '../../../ui/text-link.tsx';
import { useWalletPayment } from '../payment-intent.ts';
import { PaymentProgress, PaymentProof } from '../payment-state.tsx';
import { beginPayment, forgetPayment, isUnproven, usePayment } from '../payments.ts';
import { nextStep } from './membership-payment.ts';
import { society } from './society.ts';

/** Longer than any hash, so that wrong input is rejected with a message instead of truncated. */
const TYPED_MAX_LENGTH = 200;

/** Progress texts after finality. */
const finalTexts = {
  finalised: 'Final. The sausage is counting your coins.',
  judged: 'Checked. Writing your name in the guest book.',
  done: 'You are in. Fetching your invite to the chat.',
};

/** The hash with its progress, or the request for a signature that the payment waits for. */
export function VerificationStep({ connect }: { connect: ReactNode }) {
  const pending = usePayment('membership');
  if (pending?.proof && isUnproven(pending))
    return <Unproven hash={pending.hash} step={pending.proof} connect={connect} />;
  return <VerificationForm />;
}

type UnprovenProps = { hash: string; step: ProofStep; connect: ReactNode };

function Unproven({ hash, step, connect }: UnprovenProps) {
  const { data: chain } = useTokenConfig();
  return (
    <>
      {chain && (
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="font-bold">Transaction hash:</span>
          <TransactionLink hash={hash} chain={chain} />
        </p>
      )}
      <PaymentProof
        of="membership"
        heading="h3"
        connect={connect}
        step={step}
        issue={(wallet) => api.call(issueMembershipProof, { body: { transactionHash: hash, wallet } })}
      >
        This payment isn't tied to your membership alone, so anyone could paste its hash here. To use it for
        yours, sign a message with the wallet that paid.
      </PaymentProof>
      <div className="flex flex-wrap gap-3">
        <BackToPayment />
        <Button look="quiet" onClick={() => takeAnotherHash(hash)}>
          Use another hash
        </Button>
      </div>
    </>
  );
}

const BackToPayment = () => (
  <Button
    look="outline"
    Icon={ArrowLeft}
    onClick={() => society.set({ step: 'payment', failure: undefined })}
  >
    Back
  </Button>
);

/** Returns to the form and keeps its input. */
function takeAnotherHash(hash: string): void {
  society.set({ hash });
  forgetPayment('membership');
}

function VerificationForm() {
  const { hash, failure, offer, intent } = society.use();
  const pending = usePayment('membership');
  const { data: config } = useTokenConfig();
  const [error, setError] = useState<string>();
  const { fault } = useWalletPayment('membership');
  const verify = () => {
    if (pending) return;
    const trimmed = hash.trim();
    if (trimmed === '') return setError(membershipTexts.hashRequired);
    society.set({ failure: undefined });
    beginPayment('membership', { hash: trimmed, burnAddress: offer?.burnAddress, intent });
  };
  return (
    <Form onSubmit={verify} className="grid gap-4">
      <TextField
        id="membership-hash"
        label="Transaction hash"
        hint="The signature of your payment, from your wallet or the explorer."
        error={error}
        {...asTyped}
        value={pending?.hash ?? hash}
        readOnly={pending !== undefined}
        onType={(typed) => {
          setError(undefined);
          society.set({ hash: typed, failure: undefined });
        }}
        type="text"
        placeholder="Paste it here"
        maxLength={TYPED_MAX_LENGTH}
        aria-required="true"
        className="figures font-mono"
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
          finalTexts={finalTexts}
          onOtherHash={() => forgetPayment('membership')}
        />
      )}
      <div className="flex flex-wrap gap-3">
        <BackToPayment />
        <Button
          look="gold"
          Icon={SearchCheck}
          type="submit"
          disabled={pending !== undefined}
          className="flex-1"
        >
          {pending ? 'Verifying...' : 'Verify Transaction'}
        </Button>
      </div>
    </Form>
  );
}
