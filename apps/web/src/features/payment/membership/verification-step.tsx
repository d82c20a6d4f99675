import { membershipTexts } from '@naughty-list/contracts/membership';
import { issueMembershipProof } from '@naughty-list/contracts/payment-proofs';
import { useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import SearchCheck from 'lucide-react/icons/search-check';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import type { ProofStep } from '../../../lib/payment-proof/proof-step.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { asTyped, Form, TextField } from '../../../ui/field.tsx';
import { TransactionLink } from '../../../ui/text-link.tsx';
import { useWalletPayment } from '../payment-intent.ts';
import { PaymentProgress, PaymentProof } from '../payment-state.tsx';
import {
  beginPayment,
  HASH_MAX_LENGTH,
  isRunning,
  isUnproven,
  newPayment,
  updatePayment,
  usePayment,
} from '../payments.ts';
import { nextStep } from './membership-payment.ts';
import { offerQuery } from './offer.ts';
import { society } from './society.ts';

/** Progress texts after finality. */
const finalTexts = {
  finalised: 'Final. The sausage is counting your coins.',
  judged: 'Checked. Writing your name in the guest book.',
  done: 'You are in. Fetching your invite to the chat.',
};

/** The hash with its progress, or the request for a signature that the payment waits for. */
export function VerificationStep() {
  const pending = usePayment('membership');
  if (pending?.proof && isUnproven(pending)) return <Unproven hash={pending.hash} step={pending.proof} />;
  return <VerificationForm />;
}

function Unproven({ hash, step }: { hash: string; step: ProofStep }) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2">
        <span className="font-bold">Transaction hash:</span>
        <TransactionLink hash={hash} />
      </p>
      <PaymentProof
        of="membership"
        heading="h3"
        step={step}
        issue={(wallet) => api.call(issueMembershipProof, { body: { transactionHash: hash, wallet } })}
      >
        Anyone could paste the hash of this payment here. To use it for your membership, sign a message with
        the wallet that paid.
      </PaymentProof>
      <div className="flex flex-wrap gap-3">
        <BackToPayment />
        <Button look="quiet" onClick={() => updatePayment('membership', { proof: undefined })}>
          Use another hash
        </Button>
      </div>
    </>
  );
}

const BackToPayment = () => (
  <Button look="outline" Icon={ArrowLeft} onClick={() => society.set({ step: 'payment' })}>
    Back
  </Button>
);

function VerificationForm() {
  const { intent } = society.use();
  const payment = usePayment('membership') ?? newPayment('membership');
  const { hash, failure } = payment;
  const isVerifying = isRunning(payment);
  const { data: offer } = useQuery(offerQuery);
  const [error, setError] = useState<string>();
  const { fault } = useWalletPayment('membership');
  const verify = () => {
    if (isVerifying) return;
    const trimmed = hash.trim();
    if (trimmed === '') return setError(membershipTexts.hashRequired);
    beginPayment('membership', { hash: trimmed, burnAddress: offer?.burnAddress, intent });
  };
  return (
    <Form onSubmit={verify} className="grid gap-4">
      <TextField
        id="membership-hash"
        label="Transaction hash"
        hint="From your wallet or the explorer, where it may be called the signature."
        error={error}
        {...asTyped}
        value={hash}
        readOnly={isVerifying}
        onType={(typed) => {
          setError(undefined);
          updatePayment('membership', { hash: typed, failure: undefined });
        }}
        type="text"
        placeholder="Paste it here"
        maxLength={HASH_MAX_LENGTH}
        aria-required="true"
        className="figures font-mono"
      />
      {failure && !isVerifying && (
        <FailureNote {...failure} advice={nextStep(failure.message, { reference: offer?.reference })} />
      )}
      {fault && !failure && !isVerifying && <FailureNote {...fault.text} />}
      {isVerifying && (
        <PaymentProgress label="Progress of the verification" payment={payment} finalTexts={finalTexts} />
      )}
      <div className="flex flex-wrap gap-3">
        <BackToPayment />
        <Button look="gold" Icon={SearchCheck} type="submit" disabled={isVerifying} className="flex-1">
          {isVerifying ? 'Verifying...' : 'Verify Transaction'}
        </Button>
      </div>
    </Form>
  );
}
