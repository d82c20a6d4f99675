import { membershipTexts } from '@naughty-list/contracts/membership';
import { isIntentPayable, type PaymentIntent } from '@naughty-list/contracts/payment-intents';
import type { TokenConfig } from '@naughty-list/contracts/token-config';
import { formatTokens } from '@naughty-list/contracts/tokens';
import Wallet from 'lucide-react/icons/wallet';
import type { ReactNode } from 'react';
import { type Chain, explorerLink } from '../../lib/explorer-link.ts';
import { transferRequest } from '../../lib/payment-intent/what-to-pay.ts';
import { shortenMiddle } from '../../lib/shorten.ts';
import { showToast } from '../../lib/toasts.ts';
import { useTokenConfig } from '../../lib/token-config.ts';
import { useWalletSession } from '../../lib/wallet/session.ts';
import { Button } from '../../ui/button.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { BeforePaying, IntentState } from '../../ui/intent-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SolanaPay } from '../../ui/solana-pay.tsx';
import { WalletPay } from '../../ui/wallet-pay.tsx';
import { fetchOffer } from './fetch-offer.ts';
import { MemberWarning, useIsMember } from './member-warning.tsx';
import { MEMBERSHIP_PAYMENT, payWithWallet } from './pay-with-wallet.ts';
import { society } from './society.ts';
import { useMembershipIntent } from './use-membership-intent.ts';

/** Amount and recipient: pay with the wallet, with a phone, or by hand. */
export function PaymentStep({ connect }: { connect: ReactNode }) {
  const { offer, offerFailed } = society.use();
  const { data: config } = useTokenConfig();
  const { intent, isError, refetch } = useMembershipIntent();
  if (offerFailed || isError) {
    return (
      <>
        <FailureNote
          title="No burn address"
          message="The workshop didn't send an address to pay to."
          advice="Check your connection and try again."
        />
        <Button
          look="gold"
          onClick={() => void Promise.all([fetchOffer(), refetch()])}
          className="justify-self-start"
        >
          Try again
        </Button>
      </>
    );
  }
  if (!offer || !config || !intent) {
    return (
      <div role="status">
        <span className="sr-only">Asking the workshop for your burn address…</span>
        <Skeleton className="h-72 w-full" />
      </div>
    );
  }
  return (
    <>
      <p className="text-lg">
        One-time fee, for life:{' '}
        <strong className="figures text-xl whitespace-nowrap">{formatTokens(intent.price)} LIST</strong>
      </p>
      <IntentState intent={intent} gone={membershipTexts.gone} />
      {isIntentPayable(intent) && <WaysToPay intent={intent} config={config} connect={connect} />}
      <Button look="ink" onClick={() => society.set({ step: 'verification' })} className="w-full">
        I've Sent the Tokens - Verify Now
      </Button>
      <Button
        look="quiet"
        onClick={() => society.set({ step: 'recovery', failure: undefined })}
        className="justify-self-center"
      >
        I'm already a member
      </Button>
    </>
  );
}

type WaysToPayProps = { intent: PaymentIntent; config: TokenConfig; connect: ReactNode };

function WaysToPay({ intent, config, connect }: WaysToPayProps) {
  const session = useWalletSession();
  const isMember = useIsMember(session.state === 'connected' ? session.address : undefined);
  const shown = { label: membershipTexts.paymentLabel, message: membershipTexts.paymentMessage };
  return (
    <div className="grid gap-6 sm:grid-cols-[1fr_auto] sm:grid-rows-[auto_1fr]">
      <WalletPay
        payment={MEMBERSHIP_PAYMENT}
        intent={intent}
        onPay={() => payWithWallet(intent, config)}
        heading="h3"
        verb="Pay"
        Icon={Wallet}
        instead={isMember && <MemberWarning />}
        connect={connect}
      />
      <section
        aria-label="With your phone"
        className="grid content-start justify-items-start gap-2 sm:row-span-2"
      >
        <h3 className="text-lg font-bold">With your phone</h3>
        <SolanaPay
          url={transferRequest(intent, shown)}
          label="Solana Pay code: membership fee"
          page={`${window.location.origin}/`}
        />
      </section>
      <ByHand intent={intent} chain={config} />
    </div>
  );
}

function ByHand({ intent, chain }: { intent: PaymentIntent; chain: Chain }) {
  const copied = () => showToast({ title: 'Copied!', description: 'Address copied to clipboard' });
  return (
    <section aria-label="Send manually" className="grid content-start gap-2">
      <h3 className="text-lg font-bold">Send manually</h3>
      <p className="text-ink-700">
        Send the fee to this burn address{!intent.isKeyless && ', the project’s wallet'}, with the memo below.
      </p>
      <BeforePaying />
      <h4 className="font-bold">Burn address</h4>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Copyable
          text={intent.burnWallet}
          shown={shortenMiddle(intent.burnWallet)}
          label="Copy burn address"
          onCopied={copied}
        />
        <a
          href={explorerLink('address', intent.burnWallet, chain)}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          View on explorer
        </a>
      </div>
      <h4 className="font-bold">Memo</h4>
      <Copyable text={intent.reference} label="Copy memo" />
    </section>
  );
}
