import { getWalletMembership, membershipTexts } from '@naughty-list/contracts/membership';
import {
  isIntentFinal,
  isIntentPayable,
  openMembershipIntent,
  type PaymentIntent,
  transferRequest,
} from '@naughty-list/contracts/payment-intents';
import type { TokenConfig } from '@naughty-list/contracts/token-config';
import { formatTokens } from '@naughty-list/contracts/tokens';
import { useQuery } from '@tanstack/react-query';
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import Wallet from 'lucide-react/icons/wallet';
import { addressCopied, type Chain, explorerLink, shortenMiddle } from '../../../lib/addresses.ts';
import { api } from '../../../lib/api.ts';
import { useTokenConfig } from '../../../lib/site-settings.ts';
import { useWalletSession } from '../../../lib/wallet/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Copyable } from '../../../ui/copy-button.tsx';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { Loading } from '../../../ui/skeleton.tsx';
import { plainLink } from '../../../ui/text-link.tsx';
import { missingTokens, payIntent, usePaymentIntent, useTransferAmount } from '../payment-intent.ts';
import { BeforePaying, Blind, IntentState } from '../payment-state.tsx';
import { isPending, usePayment } from '../payments.ts';
import { SolanaPay, WalletPay } from '../ways-to-pay.tsx';
import { offerQuery } from './offer.ts';
import { setIfOpen, society } from './society.ts';

/** Amount and recipient: pay with the wallet, with a phone, or by hand. */
export function PaymentStep() {
  const { data: config } = useTokenConfig();
  const { intent, isBlind, error, refetch } = usePaymentIntent('membership', () =>
    api.call(openMembershipIntent),
  );
  const { data: offer, ...offerState } = useOffer(intent);
  // To a browser without its cookie, each answer names another visitor, and none could fetch the chat link.
  const isForgotten = offer !== undefined && intent !== undefined && offer.reference !== intent.reference;
  if ((offerState.isError && !offerState.isFetching) || error || isForgotten) {
    return (
      <>
        {isForgotten ? (
          <FailureNote
            title="No cookie"
            message="Your browser doesn't keep this site's cookie, so it wouldn't show you the chat link after you pay."
            advice="Allow cookies for this site and try again. Have you paid already? The wallet that paid can sign in as a member."
          />
        ) : (
          <FailureNote
            title="No address to pay to"
            message="The workshop didn't send one."
            advice="Check your connection and try again."
          />
        )}
        <Button
          look="gold"
          onClick={() => void Promise.all([offerState.refetch(), refetch()])}
          className="justify-self-start"
        >
          Try again
        </Button>
      </>
    );
  }
  if (!offer || !config || !intent)
    return <Loading text="Asking the workshop where to pay…" className="h-72 w-full" />;
  return (
    <>
      <p className="text-lg">
        One-time fee, for life:{' '}
        <strong className="figures text-xl whitespace-nowrap">{formatTokens(intent.price)} LIST</strong>
      </p>
      <IntentState intent={intent} gone={membershipTexts.gone} />
      {isIntentPayable(intent) && (isBlind ? <Blind /> : <WaysToPay intent={intent} config={config} />)}
      <Button
        look="ink"
        onClick={() => society.set({ step: 'verification', intent: intent.id })}
        className="w-full"
      >
        I've Sent the Tokens - Verify Now
      </Button>
      <Button look="quiet" onClick={() => society.set({ step: 'recovery' })} className="justify-self-center">
        I'm already a member
      </Button>
    </>
  );
}

function WaysToPay({ intent, config }: { intent: PaymentIntent; config: TokenConfig }) {
  const session = useWalletSession();
  const isMember = useIsMember(session.state === 'connected' ? session.address : undefined);
  const amount = useTransferAmount(intent);
  const shown = { label: membershipTexts.paymentLabel, message: membershipTexts.paymentMessage };
  return (
    <div className="grid gap-6 sm:grid-cols-[1fr_auto] sm:grid-rows-[auto_1fr]">
      <WalletPay
        payment="membership"
        intent={intent}
        onPay={() => payWithWallet(intent, config)}
        heading="h3"
        verb="Pay"
        Icon={Wallet}
        instead={isMember && <MemberWarning />}
      />
      <section
        aria-label="With your phone"
        className="grid content-start justify-items-start gap-2 sm:row-span-2"
      >
        <h3 className="text-lg font-bold">With your phone</h3>
        <SolanaPay
          url={amount && transferRequest({ ...intent, missing: amount }, shown)}
          label="Solana Pay code: membership fee"
          page={`${window.location.origin}/`}
        />
        <p className="text-ink-700 sm:w-52">
          Already a member? Press “I'm already a member” below: paying again buys nothing new.
        </p>
      </section>
      <ByHand intent={intent} chain={config} />
    </div>
  );
}

function ByHand({ intent, chain }: { intent: PaymentIntent; chain: Chain }) {
  const wallet = intent.isKeyless ? 'burn address' : "project's wallet";
  return (
    <section aria-label="Send manually" className="grid content-start gap-2">
      <h3 className="text-lg font-bold">Send manually</h3>
      <p className="text-ink-700">
        Send {formatTokens(missingTokens(intent))} LIST to the {wallet}, with the memo below.
      </p>
      <BeforePaying intent={intent} />
      <h4 className="font-bold first-letter:uppercase">{wallet}</h4>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Copyable
          text={intent.burnWallet}
          shown={shortenMiddle(intent.burnWallet)}
          label="Copy address"
          said={addressCopied}
        />
        <a
          href={explorerLink('address', intent.burnWallet, chain)}
          target="_blank"
          rel="noopener noreferrer"
          className={plainLink}
        >
          View on explorer
        </a>
      </div>
      <h4 className="font-bold">Memo</h4>
      <Copyable text={intent.reference} label="Copy memo" />
    </section>
  );
}

/** A new member's invite takes a moment to create. */
const POLL_MS = 2_000;

/** The offer to this browser. Once its intent is over, polls for the chat link: another device may have paid. */
function useOffer(intent: PaymentIntent | undefined) {
  const isPaying = isPending(usePayment('membership'));
  const isOver = intent !== undefined && isIntentFinal(intent);
  return useQuery({ ...offerQuery, refetchInterval: isOver && !isPaying ? POLL_MS : false });
}

function payWithWallet(intent: PaymentIntent, chain: TokenConfig): Promise<void> {
  return payIntent('membership', intent, {
    kind: 'transfer',
    chain,
    onSigned: () => setIfOpen({ step: 'verification' }),
    onLost: () => setIfOpen({ step: 'payment' }),
  });
}

/** Whether a wallet is already a member; false if unknown. */
function useIsMember(wallet: string | undefined): boolean {
  const { data } = useQuery({
    queryKey: ['wallet-membership', wallet],
    queryFn: ({ signal }) => api.call(getWalletMembership, { params: { wallet: wallet ?? '' } }, { signal }),
    enabled: wallet !== undefined,
    staleTime: 0,
  });
  return data?.member ?? false;
}

/** In place of the Pay button for a wallet that is a member. */
function MemberWarning() {
  return (
    <div
      role="status"
      className="grid animate-open justify-items-start gap-2 rounded-sm border-l-8 border-gold-600 bg-parchment-50 p-4"
    >
      <p className="flex gap-2">
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <span>
          <strong>This wallet is already a member.</strong> Paying again buys nothing new. To open the chat in
          this browser, sign with this wallet instead.
        </span>
      </p>
      <Button look="gold" onClick={() => society.set({ step: 'recovery' })}>
        Sign instead of paying
      </Button>
    </div>
  );
}
