import { ApiCallError, errorText } from '@naughty-list/api-client/client';
import { recoverMembership } from '@naughty-list/contracts/membership';
import { issueMembershipProof, type PaymentProof } from '@naughty-list/contracts/payment-proofs';
import { useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Send from 'lucide-react/icons/send';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../../lib/api.ts';
import {
  FIRST_PAUSE_MS,
  longerPause,
  pause,
  type RetryOptions,
  type Waiting,
  withRetries,
} from '../../../lib/retry.ts';
import { stuckTexts } from '../../../lib/stages.ts';
import { showToast } from '../../../lib/toasts.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Copyable } from '../../../ui/copy-button.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { SignedCall } from '../../../ui/payment-proof/proof-panel.tsx';
import { WaxSeal } from '../../../ui/wax-seal.tsx';
import { offerQuery } from './offer.ts';
import { PaymentStep } from './payment-step.tsx';
import { closeSociety, society } from './society.ts';
import { VerificationStep } from './verification-step.tsx';

const descriptions = {
  payment: 'One payment, and the smokehouse door stays open to you for life.',
  recovery:
    'A membership belongs to the wallet that paid, and works on any device where that wallet can sign.',
  verification: "Show Santa your payment and he'll check it on chain himself.",
  success: "Welcome to Santa's Alpha Group!",
};

/** The Secret Sausage Society modal: price, payment check, chat link. */
export function SocietyModal() {
  const { step } = society.use();
  const memberLink = useQuery(offerQuery).data?.telegramLink;
  useEffect(() => {
    if (memberLink) society.set({ link: memberLink, step: 'success' });
  }, [memberLink]);
  return (
    <Modal
      title="Secret Sausage Society"
      description={descriptions[step]}
      art={
        <img
          src="/art/helpers/helper-4-sausage.svg"
          alt=""
          width={96}
          height={96}
          className="-my-2 hidden size-24 shrink-0 sm:block"
        />
      }
      onClose={closeSociety}
    >
      {step === 'payment' && <PaymentStep />}
      {step === 'recovery' && <RecoveryStep />}
      {step === 'verification' && <VerificationStep />}
      {step === 'success' && <SuccessStep />}
    </Modal>
  );
}

/** The chat link, to open or copy. */
function SuccessStep() {
  const { link } = society.use();
  const { data } = useQuery({ ...offerQuery, staleTime: 0 });
  if (!link) return null;
  return (
    <div className="grid justify-items-center gap-4 text-center">
      <WaxSeal letter="S" tone="pine" className="size-24" />
      <p className="max-w-prose text-lg">
        The door is open. Knock three times, say “bratwurst,” and keep this link to yourself: it is your way
        in.
      </p>
      <ButtonLink look="gold" href={link} Icon={Send} className="w-full sm:w-auto">
        Join the private chat
      </ButtonLink>
      <Copyable text={link} label="Copy chat link" />
      {data?.receipt && (
        <a href={`/receipt/${data.receipt}`} className="font-bold underline underline-offset-4">
          Receipt for your membership
        </a>
      )}
      <a href="/payments" className="underline underline-offset-4">
        Your payments
      </a>
      <p className="text-ink-700">
        Lost it? Open the society again in this browser to see it. On another device, press “I'm already a
        member” and sign with the wallet that paid.
      </p>
    </div>
  );
}

const CHECKING = 'Checking the signature. Usually takes a few seconds.';

/** Recovers a membership in a new browser: the paying wallet signs. */
function RecoveryStep() {
  const [waiting, setWaiting] = useState(CHECKING);
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);
  return (
    <>
      <SignedCall
        payment="recovery"
        heading="h3"
        title="Sign in as a member"
        issue={(wallet) => api.call(issueMembershipProof, { body: { wallet } })}
        send={(proof) => {
          leaving.current = new AbortController();
          const onWaiting = (why?: Waiting) => setWaiting(why ? stuckTexts[why] : CHECKING);
          return recover(proof, { signal: leaving.current.signal, onWaiting });
        }}
        onAnswer={(link) => {
          society.set({ link, step: 'success' });
          showToast({ title: 'Welcome back!', description: 'The chat is open in this browser.' });
        }}
        waiting={waiting}
        refusalOf={(error) => errorText(error, 'The signature could not be checked.')}
      >
        Sign a message with the wallet that paid, and the chat link appears in this browser. Looking for a
        receipt?{' '}
        <a href="/payments" className="font-bold underline underline-offset-4">
          See your payments
        </a>
      </SignedCall>
      <Button
        look="outline"
        Icon={ArrowLeft}
        onClick={() => society.set({ step: 'payment' })}
        className="justify-self-start"
      >
        Back
      </Button>
    </>
  );
}

/**
 * Opens the chat in this browser with a member's signature; waits for an invite that is still being created.
 * Idempotent. Rejects when the signal aborts, or with an ApiCallError that says why not.
 */
async function recover(proof: PaymentProof, options: RetryOptions): Promise<string> {
  const { signal } = options;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = longerPause(pauseMs)) {
    const answer = await withRetries(
      () => api.call(recoverMembership, { body: { proof } }, { signal }),
      options,
    );
    if (answer.success && answer.telegramLink) return answer.telegramLink;
    if (!answer.pending) throw new ApiCallError(answer.message, { status: 200 });
    await pause(pauseMs, signal);
  }
}
