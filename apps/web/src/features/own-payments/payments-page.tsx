import {
  issueOwnPaymentsProof,
  listOwnPayments,
  OWN_PAYMENTS_MAX,
} from '@naughty-list/contracts/own-payments';
import type { PaymentProof } from '@naughty-list/contracts/payment-proofs';
import { useEffect, useRef, useState } from 'react';
import { shortenMiddle } from '../../lib/addresses.ts';
import { api } from '../../lib/api.ts';
import { type PageHead, usePageHead } from '../../lib/page-head.ts';
import { Button } from '../../ui/button.tsx';
import { SignedCall } from '../../ui/payment-proof/proof-panel.tsx';
import { ListFailed } from '../../ui/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { PaymentEntry } from './payment-entry.tsx';

export const paymentsHead: PageHead = {
  path: '/payments',
  title: 'Your payments to the Naughty List: receipts and credits',
  description:
    'Sign with the wallet that paid, and see every payment it made here: what it was for, what became of it, its receipt, and any credit left.',
};

type OpenedList = Awaited<ReturnType<typeof open>>;

const open = (proof: PaymentProof) => api.call(listOwnPayments, { body: { proof } });

/** A payer's payments, opened by a signature and kept in memory only. */
export function PaymentsPage() {
  usePageHead(paymentsHead);
  const [opened, setOpened] = useState<OpenedList>();
  return (
    <article className="mx-auto my-10 grid max-w-[60rem] gap-8 rounded-lg bg-parchment-100 px-5 py-8 text-ink-900 shadow-card sm:px-10 sm:py-12">
      <header className="grid gap-3">
        <h1 className="display text-4xl text-cranberry-700">Your payments</h1>
        <p className="max-w-prose text-lg">
          Every removal and membership that your wallet paid for, with its receipt, and any credit you can
          still use. Only the wallet's signature opens this list, which is gone when you leave the page.
        </p>
        <p>
          <TextLink to="/appeal">Wrongly listed? Appeal for free</TextLink>
        </p>
      </header>
      {opened ? (
        <Payments opened={opened} onClose={() => setOpened(undefined)} />
      ) : (
        <SignedCall
          payment="own-payments"
          heading="h2"
          title="Sign to open the list"
          issue={(wallet) => api.call(issueOwnPaymentsProof, { body: { wallet } })}
          send={open}
          onAnswer={setOpened}
          waiting="Reading your payments. Usually takes a second or two."
          renderFailure={(error, retry) => (
            <ListFailed title="Your payments didn't load" heading="h2" error={error} onRetry={retry} />
          )}
        >
          Sign one message with the wallet that paid, and its payments appear here.
        </SignedCall>
      )}
    </article>
  );
}

function Payments({ opened: { wallet, payments }, onClose }: { opened: OpenedList; onClose: () => void }) {
  const title = useRef<HTMLHeadingElement>(null);
  // The button that had the focus was removed.
  useEffect(() => title.current?.focus(), []);
  return (
    <section aria-labelledby="payments-title" className="grid gap-4">
      <h2 id="payments-title" ref={title} tabIndex={-1} className="text-2xl">
        {payments.length === 0
          ? 'No payments'
          : payments.length === 1
            ? '1 payment'
            : `${payments.length} payments`}{' '}
        from{' '}
        <span title={wallet} className="font-mono whitespace-nowrap">
          {shortenMiddle(wallet, 4, 4)}
        </span>
      </h2>
      {payments.length > 0 && (
        <ul className="grid">
          {payments.map((payment) => (
            <PaymentEntry key={payment.signature} payment={payment} />
          ))}
        </ul>
      )}
      <Missing />
      <Button look="outline" onClick={onClose} className="justify-self-start">
        Show another wallet
      </Button>
    </section>
  );
}

/** Why a payment may not be in the list. */
function Missing() {
  return (
    <div className="grid max-w-prose gap-2 border-t border-parchment-400 pt-4">
      <h3 className="font-bold">Is one missing?</h3>
      <ul className="grid list-disc gap-1 pl-6">
        <li>
          A payment takes about a minute to appear here: it has to be final on chain before we can read it.
        </li>
        <li>A payment from an exchange is the exchange's: its wallet paid, and yours cannot sign for it.</li>
        <li>A payment that doesn't say what it is for appears once you paste its hash where you pay.</li>
        <li>
          Refused payments are deleted after 90 days, and only the newest {OWN_PAYMENTS_MAX} payments are
          listed.
        </li>
      </ul>
    </div>
  );
}
