import { type ReactNode, useEffect } from 'react';
import { Modal } from '../../../ui/modal.tsx';
import { fetchOffer } from './fetch-offer.ts';
import { PaymentStep } from './payment-step.tsx';
import { RecoveryStep } from './recovery-step.tsx';
import { closeSociety, society } from './society.ts';
import { SuccessStep } from './success-step.tsx';
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
