import type { PaymentIntent } from '@naughty-list/contracts/payment-intents';
import type { Report } from '@naughty-list/contracts/reports';
import type { TokenConfig } from '@naughty-list/contracts/token-config';
import { formatTokens } from '@naughty-list/contracts/tokens';
import Flame from 'lucide-react/icons/flame';
import Loader from 'lucide-react/icons/loader';
import type { ReactNode } from 'react';
import { missingTokens } from '../../lib/payment-intent/what-to-pay.ts';
import { shortenMiddle } from '../../lib/shorten.ts';
import { payStepTexts } from '../../lib/wallet/pay-step-texts.ts';
import { useWalletSession } from '../../lib/wallet/session.ts';
import { useWalletPayment } from '../../lib/wallet/use-payment.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { burnKey, burnWithWallet } from './burn-with-wallet.ts';

type WalletBurnProps = { report: Report; intent: PaymentIntent; config: TokenConfig; connect: ReactNode };

/** The burn from the connected wallet: built, signed, sent and followed. */
export function WalletBurn({ report, intent, config, connect }: WalletBurnProps) {
  const session = useWalletSession();
  const { step, fault } = useWalletPayment(burnKey(report.id));
  const cost = formatTokens(missingTokens(intent));
  return (
    <div className="grid content-start justify-items-start gap-3">
      <h5 className="text-lg font-bold">Pay with your wallet</h5>
      {session.state === 'connected' ? (
        <>
          <p className="text-ink-700">
            {session.name}, <span className="font-mono">{shortenMiddle(session.address, 4, 4)}</span>: burns{' '}
            {cost} LIST with the right memo. You sign, Santa does the rest.
          </p>
          <Button
            look="gold"
            disabled={step !== undefined}
            onClick={() => void burnWithWallet(report, intent, config)}
          >
            {step ? (
              <Loader aria-hidden="true" className="size-5 motion-safe:animate-spin" />
            ) : (
              <Flame aria-hidden="true" className="size-5" />
            )}
            Burn {cost} LIST
          </Button>
        </>
      ) : (
        <>
          <p className="text-ink-700">
            Connect the wallet that holds your LIST: it burns {cost} LIST with the right memo, so there is
            nothing to paste.
          </p>
          {connect}
        </>
      )}
      <p aria-live="polite" className="font-bold empty:hidden">
        {step && payStepTexts[step]}
      </p>
      {fault && <FailureNote {...fault.text} />}
    </div>
  );
}
