import { type PaymentIntent, transferRequest } from '@naughty-list/contracts/payment-intents';
import { burnRequest } from '@naughty-list/contracts/removal';
import type { TokenConfig } from '@naughty-list/contracts/token-config';
import { formatTokens } from '@naughty-list/contracts/tokens';
import type { ReactNode } from 'react';
import { addressCopied, shortenMiddle } from '../../../lib/addresses.ts';
import { Copyable } from '../../../ui/copy-button.tsx';
import { missingTokens, transactionRequest, useTransferAmount } from '../payment-intent.ts';
import { BeforePaying } from '../payment-state.tsx';
import { SolanaPay } from '../ways-to-pay.tsx';

type BurnInstructionsProps = { config: TokenConfig; intent: PaymentIntent };

/** Amount, reference, and how to burn on the configured chain. */
export function BurnInstructions({ config, intent }: BurnInstructionsProps) {
  const { reference } = intent;
  const cost = formatTokens(missingTokens(intent));
  return (
    <ol className="grid list-none gap-4 md:grid-cols-3">
      <Step number={1} title="The amount">
        <p className="figures text-xl font-bold">{cost} LIST</p>
        {intent.isKeyless && (
          <p className="text-ink-700">Burned, not paid: nobody gets them, not even Santa.</p>
        )}
      </Step>
      <Step number={2} title="The reference">
        <Copyable text={reference} label="Copy reference" />
        <p className="text-ink-700">
          Add it as the memo, so that the burn counts for this report and no other.
        </p>
      </Step>
      <Step number={3} title="How to burn">
        <HowToBurn config={config} intent={intent} cost={cost} />
        <BeforePaying intent={intent} />
      </Step>
    </ol>
  );
}

function HowToBurn({ config, intent, cost }: BurnInstructionsProps & { cost: string }) {
  const { reference, burnWallet, isKeyless } = intent;
  if (config.cluster === 'localnet') {
    return (
      <>
        <Copyable text={`npm run burn -- ${reference} ${missingTokens(intent)}`} label="Copy command" />
        <p className="text-ink-700">
          On this local chain, one command burns {cost} LIST and prints the transaction hash.
        </p>
      </>
    );
  }
  return (
    <>
      <p>
        In your wallet, burn {cost} LIST or send them to{' '}
        {isKeyless ? 'the burn wallet' : "the project's wallet (this counts but is not a burn)"}, with the
        memo <strong>{reference}</strong>, on {config.cluster}.
      </p>
      <Copyable
        text={burnWallet}
        shown={shortenMiddle(burnWallet)}
        label={`Copy ${isKeyless ? 'burn' : "project's"} wallet address`}
        said={addressCopied}
      />
    </>
  );
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="grid min-w-0 content-start gap-2 border-t-2 border-parchment-400 pt-3">
      <h5 className="figures font-bold text-cranberry-700">
        {number}. {title}
      </h5>
      {children}
    </li>
  );
}

type PhoneBurnProps = { reportId: number; username: string; intent: PaymentIntent };

/** The payment by phone. Wallets fetch transaction requests, which burn, over https only; elsewhere it is a transfer. */
export function PhoneBurn({ reportId, username, intent }: PhoneBurnProps) {
  const { origin, protocol } = window.location;
  const request = `${origin}${burnRequest.path.replace(':id', String(reportId))}?intent=${intent.id}`;
  const shown = { label: 'The Naughty List', message: 'Removal of a report' };
  const amount = useTransferAmount(intent);
  const transfer = amount && transferRequest({ ...intent, missing: amount }, shown);
  const url = protocol === 'https:' ? transactionRequest(request) : transfer;
  return (
    <div className="grid content-start justify-items-start gap-3">
      <h5 className="text-lg font-bold">With your phone</h5>
      <p className="text-ink-700">
        Open the payment in a wallet on this device, or scan the code with a phone. This page updates once
        it's paid.
      </p>
      <SolanaPay
        url={url}
        label="Solana Pay code: burn for this removal"
        page={`${origin}/?search=${username}`}
      />
    </div>
  );
}
