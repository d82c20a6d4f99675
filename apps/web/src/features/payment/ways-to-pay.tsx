import type { PaymentIntent } from '@naughty-list/contracts/payment-intents';
import { formatTokens } from '@naughty-list/contracts/tokens';
import type { LucideIcon } from 'lucide-react';
import Smartphone from 'lucide-react/icons/smartphone';
import { type ReactNode, useContext, useEffect, useId, useState } from 'react';
import { shortenMiddle } from '../../lib/addresses.ts';
import { classes } from '../../lib/classes.ts';
import type { PayStep } from '../../lib/wallet/pay.ts';
import { browseLinks, ConnectButton, findWallets, useWalletSession } from '../../lib/wallet/session.ts';
import { Button, buttonClasses, Spinner } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { missingTokens, useWalletPayment } from './payment-intent.ts';
import type { PaymentKey } from './payments.ts';

/** Status text of each payment step. */
const payStepTexts: Record<PayStep, string> = {
  preparing: 'Checking your balance… Usually takes a few seconds.',
  // About 150 slots of 400 ms (Solana documentation).
  signing:
    "Check your wallet: it's asking you to sign. Sign within about 60 seconds, or the transaction expires.",
  sending: 'Signed. Sending it to the network… Usually takes a few seconds.',
};

type WalletPayProps = {
  payment: PaymentKey;
  intent: PaymentIntent;
  onPay: () => Promise<void>;
  heading: 'h3' | 'h5';
  verb: string;
  Icon: LucideIcon;
  /** What the wallet does, between its name and the signing. */
  does?: string;
  /** Shown to a connected wallet instead of the button. */
  instead?: ReactNode;
  /** Shown above the connect button. */
  beforeConnecting?: ReactNode;
};

/** Pays what is missing of an intent from the connected wallet: built, signed, sent and followed. */
export function WalletPay(props: WalletPayProps) {
  const {
    payment,
    intent,
    onPay,
    heading: Heading,
    verb,
    Icon,
    does = '',
    instead,
    beforeConnecting,
  } = props;
  const session = useWalletSession();
  const connect = useContext(ConnectButton);
  const { step, fees, fault } = useWalletPayment(payment);
  return (
    <section aria-label="Pay with your wallet" className="grid content-start justify-items-start gap-3">
      <Heading className="text-lg font-bold">Pay with your wallet</Heading>
      {session.state === 'connected' ? (
        <>
          <p className="text-ink-700">
            {session.wallet.name}, <span className="font-mono">{shortenMiddle(session.address, 4, 4)}</span>
            {does}. You sign; Santa does the rest.
          </p>
          {instead || (
            <Button
              look="gold"
              Icon={step ? Spinner : Icon}
              disabled={step !== undefined}
              onClick={() => void onPay()}
            >
              {`${verb} ${formatTokens(missingTokens(intent))} LIST`}
            </Button>
          )}
        </>
      ) : (
        <>
          {beforeConnecting}
          {connect}
        </>
      )}
      <p aria-live="polite" className="font-bold empty:hidden">
        {step && <span>{payStepTexts[step]}</span>}
        {fees && (
          <span>{` Your wallet shows ${fees} LIST more, because this token takes a fee on transfers.`}</span>
        )}
      </p>
      {fault && <FailureNote {...fault.text} />}
    </section>
  );
}

/**
 * A Solana Pay request as a link and a QR code; on a phone the code is shown on request, and a browser without a wallet is offered those
 * that open `page` themselves. `url`: undefined until its amount is known.
 */
export function SolanaPay({ url, label, page }: { url: string | undefined; label: string; page: string }) {
  const [isShown, setShown] = useState(false);
  const [lacksWallet, setLacksWallet] = useState(false);
  useEffect(() => void findWallets().then(({ length }) => setLacksWallet(length === 0)), []);
  const codeId = useId();
  if (!url) return <Skeleton className="h-64 w-full sm:w-52" />;
  return (
    <div className="grid w-full content-start gap-2 sm:w-52">
      <a href={url} className={buttonClasses('outline', 'px-3 sm:order-last')}>
        <Smartphone aria-hidden="true" className="size-5" />
        Open in wallet
      </a>
      {lacksWallet &&
        browseLinks(page).map(({ name, href }) => (
          <a key={name} href={href} className={buttonClasses('outline', 'px-3 sm:hidden')}>
            Open this page in {name}
          </a>
        ))}
      <Button
        look="quiet"
        aria-expanded={isShown}
        aria-controls={codeId}
        onClick={() => setShown(!isShown)}
        className="sm:hidden"
      >
        {isShown ? 'Hide the QR code' : 'Show the QR code'}
      </Button>
      <div id={codeId} className={classes('w-52 max-w-full max-sm:mx-auto', !isShown && 'max-sm:hidden')}>
        <QrCode text={url} label={label} />
      </div>
    </div>
  );
}
