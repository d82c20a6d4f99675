import type { PaymentIntent } from '@naughty-list/contracts/payment-intents';
import { formatTokens } from '@naughty-list/contracts/tokens';
import Loader from 'lucide-react/icons/loader';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { missingTokens } from '../lib/payment-intent/what-to-pay.ts';
import { shortenMiddle } from '../lib/shorten.ts';
import { payStepTexts } from '../lib/wallet/pay-step-texts.ts';
import { useWalletSession } from '../lib/wallet/session.ts';
import { useWalletPayment } from '../lib/wallet/use-payment.ts';
import { Button } from './button.tsx';
import { FailureNote } from './failure-note.tsx';

type WalletPayProps = {
  /** Key of the payment while it is in progress. */
  payment: string;
  intent: PaymentIntent;
  onPay: () => Promise<void>;
  heading: 'h3' | 'h5';
  verb: string;
  Icon: LucideIcon;
  /** What the wallet does, between its name and the signing. */
  does?: string;
  /** Shown to a connected wallet instead of the button. */
  instead?: ReactNode;
  /** Shown without a connected wallet. */
  connect: ReactNode;
};

/** Pays what is missing of an intent from the connected wallet: built, signed, sent and followed. */
export function WalletPay(props: WalletPayProps) {
  const { payment, intent, onPay, heading: Heading, verb, Icon, does = '', instead, connect } = props;
  const session = useWalletSession();
  const { step, fault } = useWalletPayment(payment);
  return (
    <section aria-label="Pay with your wallet" className="grid content-start justify-items-start gap-3">
      <Heading className="text-lg font-bold">Pay with your wallet</Heading>
      {session.state === 'connected' ? (
        <>
          <p className="text-ink-700">
            {session.name}, <span className="font-mono">{shortenMiddle(session.address, 4, 4)}</span>
            {does}. You sign, Santa does the rest.
          </p>
          {instead || (
            <Button look="gold" disabled={step !== undefined} onClick={() => void onPay()}>
              {step ? (
                <Loader aria-hidden="true" className="size-5 motion-safe:animate-spin" />
              ) : (
                <Icon aria-hidden="true" className="size-5" />
              )}
              {verb} {formatTokens(missingTokens(intent))} LIST
            </Button>
          )}
        </>
      ) : (
        connect
      )}
      <p aria-live="polite" className="font-bold empty:hidden">
        {step && payStepTexts[step]}
      </p>
      {fault && <FailureNote {...fault.text} />}
    </section>
  );
}
