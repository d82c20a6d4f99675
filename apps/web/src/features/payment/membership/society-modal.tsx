import { useQuery } from '@tanstack/react-query';
import Send from 'lucide-react/icons/send';
import { type ReactNode, useEffect } from 'react';
import { buttonClasses } from '../../../ui/button.tsx';
import { Copyable } from '../../../ui/copyable.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { WaxSeal } from '../../../ui/wax-seal.tsx';
import { askOffer, fetchOffer } from './fetch-offer.ts';
import { PaymentStep } from './payment-step.tsx';
import { RecoveryStep } from './recovery-step.tsx';
import { closeSociety, society } from './society.ts';
import { VerificationStep } from './verification-step.tsx';

const descriptions = {
  payment: 'One payment, and the smokehouse door stays open to you for life.',
  recovery:
    'A membership belongs to the wallet that paid, and works on every device where that wallet signs.',
  verification: "Show Santa your payment and he'll check it on chain himself.",
  success: "Welcome to Santa's Alpha Group!",
};

/** The Secret Sausage Society modal: price, payment check, chat link. */
export function SocietyModal({ connect }: { connect: ReactNode }) {
  const { step } = society.use();
  useEffect(() => {
    if (!society.get().offer) void fetchOffer();
  }, []);
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
      {step === 'payment' && <PaymentStep connect={connect} />}
      {step === 'recovery' && <RecoveryStep connect={connect} />}
      {step === 'verification' && <VerificationStep connect={connect} />}
      {step === 'success' && <SuccessStep />}
    </Modal>
  );
}

/** The chat link, to open or copy. */
function SuccessStep() {
  const { link } = society.use();
  const { data } = useQuery({ queryKey: ['membership', 'receipt'], queryFn: askOffer, staleTime: 0 });
  if (!link) return null;
  return (
    <div className="grid justify-items-center gap-4 text-center">
      <WaxSeal letter="S" tone="pine" className="size-24" />
      <p className="max-w-prose text-lg">
        The door is open. Knock three times, say “bratwurst”, and keep this link to yourself: it is your way
        in.
      </p>
      <a
        href={link}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonClasses('gold', 'w-full sm:w-auto')}
      >
        <Send aria-hidden="true" className="size-5" /> Join the private chat
      </a>
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
