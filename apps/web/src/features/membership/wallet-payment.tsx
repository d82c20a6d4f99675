import type { PaymentIntent } from '@naughty-list/contracts/payment-intents';
import type { TokenConfig } from '@naughty-list/contracts/token-config';
import { formatTokens } from '@naughty-list/contracts/tokens';
import Loader from 'lucide-react/icons/loader';
import Wallet from 'lucide-react/icons/wallet';
import type { ReactNode } from 'react';
import { missingTokens } from '../../lib/payment-intent/what-to-pay.ts';
import { shortenMiddle } from '../../lib/shorten.ts';
import { payStepTexts } from '../../lib/wallet/pay-step-texts.ts';
import { useWalletSession } from '../../lib/wallet/session.ts';
import { useWalletPayment } from '../../lib/wallet/use-payment.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { MemberWarning, useIsMember } from './member-warning.tsx';
import { MEMBERSHIP_PAYMENT, payWithWallet } from './pay-with-wallet.ts';

type WalletPaymentProps = {
  intent: PaymentIntent;
  config: TokenConfig;
  connect: ReactNode;
};

/** Pays the fee from the connected wallet. */
export function WalletPayment({ intent, config, connect }: WalletPaymentProps) {
  const session = useWalletSession();
  const isMember = useIsMember(session.state === 'connected' ? session.address : undefined);
  const { step, fault } = useWalletPayment(MEMBERSHIP_PAYMENT);
  return (
    <section aria-label="Pay with your wallet" className="grid justify-items-start gap-3">
      <h3 className="text-lg font-bold">Pay with your wallet</h3>
      {session.state === 'connected' ? (
        <>
          <p className="text-ink-700">
            {session.name}, <span className="font-mono">{shortenMiddle(session.address, 4, 4)}</span>. You
            sign, Santa does the rest.
          </p>
          {isMember ? (
            <MemberWarning />
          ) : (
            <Button
              look="gold"
              disabled={step !== undefined}
              onClick={() => void payWithWallet(intent, config)}
            >
              {step ? (
                <Loader aria-hidden="true" className="size-5 motion-safe:animate-spin" />
              ) : (
                <Wallet aria-hidden="true" className="size-5" />
              )}
              Pay {formatTokens(missingTokens(intent))} LIST
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
