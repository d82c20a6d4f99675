import { membershipTexts } from '@naughty-list/contracts/membership';
import { ArrowLeft, SearchCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTokenConfig } from '../../lib/token-config.ts';
import { useWalletPayment } from '../../lib/wallet/use-payment.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { controlClasses, Field } from '../../ui/field.tsx';
import { StageTrack } from '../../ui/stage-track.tsx';
import { TransactionLink } from '../../ui/transaction-link.tsx';
import type { PendingMembership } from './membership.ts';
import { MEMBERSHIP_PAYMENT } from './pay-with-wallet.ts';
import { keepPending, society } from './society.ts';
import { stageNews, waitingTexts } from './stage-news.ts';

/** More than any hash: what is pasted by mistake is refused with a message, not cut. */
const TYPED_MAX_LENGTH = 200;

/** The hash, and how far its verification has come. */
export function VerificationStep() {
  const { hash, failure, pending, offer } = society.use();
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
      <Field
        id="membership-hash"
        label="Transaction hash"
        hint="The signature of your payment, from your wallet or the explorer."
        error={error}
      >
        {({ id, describedBy }) => (
          <input
            id={id}
            type="text"
            value={pending?.hash ?? hash}
            readOnly={pending !== undefined}
            onChange={(event) => {
              setError(undefined);
              society.set({ hash: event.target.value, failure: undefined });
            }}
            placeholder="Paste it here"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={TYPED_MAX_LENGTH}
            aria-required="true"
            aria-invalid={error !== undefined}
            aria-describedby={describedBy}
            className={`${controlClasses} figures font-mono`}
          />
        )}
      </Field>
      {failure && !pending && (
        <FailureNote
          title={membershipTexts.failedTitle}
          message={failure}
          advice="Your hash is kept: correct it, or press the button again in a minute."
        />
      )}
      {fault && !failure && !pending && <FailureNote {...fault.text} />}
      {pending && <UnderWay pending={pending} />}
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

/** How far it has come, where to look at the transaction, and the way to another one. */
function UnderWay({ pending }: { pending: PendingMembership }) {
  const { data: chain } = useTokenConfig();
  const { hash, stage, waiting } = pending;
  return (
    <>
      <StageTrack
        label="Progress of the verification"
        stage={stage}
        news={waiting ? waitingTexts[waiting] : stageNews[stage]}
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="max-w-prose text-ink-700">
          You may close this: Santa goes on, and shows you where he is when you return.
        </p>
        {chain && <TransactionLink hash={hash} chain={chain} />}
        <Button look="quiet" onClick={() => keepPending(undefined)} className="max-sm:-ml-5">
          Use another hash
        </Button>
      </div>
    </>
  );
}
