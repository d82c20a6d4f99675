import { ApiCallError } from '@naughty-list/api-client/client';
import { isIntentPayable, openRemovalIntent } from '@naughty-list/contracts/payment-intents';
import { issueRemovalProof } from '@naughty-list/contracts/payment-proofs';
import { removalTexts } from '@naughty-list/contracts/removal';
import type { Report } from '@naughty-list/contracts/reports';
import { formatTokens } from '@naughty-list/contracts/tokens';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Flame from 'lucide-react/icons/flame';
import { useEffect, useId } from 'react';
import { api } from '../../../lib/api.ts';
import { caseQuery } from '../../../lib/case-query.ts';
import { useTokenConfig } from '../../../lib/site-settings.ts';
import { useHasPassed } from '../../../lib/time.ts';
import { useWalletSession } from '../../../lib/wallet/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Day } from '../../../ui/day.tsx';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { asTyped, controlClasses, Form } from '../../../ui/field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { forgetPaymentFault, missingTokens, payIntent, usePaymentIntent } from '../payment-intent.ts';
import { Blind, IntentState, PaymentProgress, PaymentProof } from '../payment-state.tsx';
import {
  beginPayment,
  findPayment,
  forgetPayment,
  HASH_MAX_LENGTH,
  isPaid,
  isRunning,
  isUnproven,
  newPayment,
  removalOf,
  updatePayment,
  usePayment,
} from '../payments.ts';
import { WalletPay } from '../ways-to-pay.tsx';
import { BurnInstructions, PhoneBurn } from './burn-instructions.tsx';
import { markPaid, nextStep } from './outcome.ts';

/** Progress texts after finality. */
const finalTexts = {
  finalised: 'Final. The elves are counting what was paid.',
  judged: 'Checked. Taking the entry off the list.',
  done: 'Done. The report is gone.',
};

/** The paid removal of one report: with the wallet, with a phone, or by hand. */
export function RemovalPanel({ report }: { report: Report }) {
  const { data: config } = useTokenConfig();
  const { intent, isBlind, error, refetch } = useRemovalIntent(report);
  const { username } = report;
  const key = removalOf(report.id);
  const removal = usePayment(key) ?? newPayment(key);
  const isVerifying = isRunning(removal);
  const needsProof = isUnproven(removal);
  const isAsked = intent !== undefined && isIntentPayable(intent) && !isVerifying && !needsProof;
  const mayPay = isAsked && !isBlind;
  const isGone = intent?.state === 'superseded' || isReportGone(error);
  const isConnected = useWalletSession().state === 'connected';
  const inputId = useId();

  const verify = () => {
    if (isVerifying || removal.hash.trim() === '') return;
    forgetPaymentFault(key);
    beginPayment(key, { username, hash: removal.hash, intent: intent?.id });
  };
  return (
    <div className="grid gap-6">
      {intent && !isVerifying && <IntentState intent={intent} gone={removalTexts.gone} />}
      {!isVerifying && !isPaid(removal) && !isGone && <WhatItBuys username={username} />}
      {isAsked && isBlind && <Blind />}
      {config && intent && mayPay && (
        <div className="grid gap-6 rounded-sm bg-parchment-200 p-4 md:grid-cols-2">
          <WalletPay
            payment={key}
            intent={intent}
            onPay={() => payIntent(key, intent, { kind: 'burn', chain: config, about: { username } })}
            heading="h5"
            verb="Burn"
            Icon={Flame}
            does={`: this burns ${formatTokens(missingTokens(intent))} LIST with the right memo`}
            beforeConnecting={
              <p className="text-ink-700">
                Connect the wallet that holds your LIST: it burns {formatTokens(missingTokens(intent))} LIST
                with the right memo, so there is nothing to paste.
              </p>
            }
          />
          <PhoneBurn reportId={report.id} username={username} intent={intent} />
        </div>
      )}
      {config && intent && mayPay && <BurnInstructions config={config} intent={intent} />}
      {!(config && intent) && !error && <Skeleton className="h-32" />}
      {error && <PriceMissing error={error} onRetry={refetch} />}
      <Form onSubmit={verify} className="grid gap-2">
        <label htmlFor={inputId} className="text-lg font-bold">
          Transaction hash
        </label>
        <div className="flex flex-wrap gap-2">
          <input
            id={inputId}
            type="text"
            value={removal.hash}
            readOnly={isVerifying}
            onChange={(event) =>
              updatePayment(key, {
                username,
                hash: event.target.value,
                failure: undefined,
                proof: undefined,
              })
            }
            placeholder="Paste it here"
            {...asTyped}
            maxLength={HASH_MAX_LENGTH}
            className={`${controlClasses} figures flex-1 basis-64 font-mono`}
          />
          <Button
            look={needsProof ? 'outline' : isConnected ? 'ink' : 'gold'}
            Icon={Flame}
            type="submit"
            disabled={isVerifying || removal.hash.trim() === ''}
            className="flex-1 sm:flex-none"
          >
            {isVerifying ? 'Verifying...' : 'Verify & Remove'}
          </Button>
        </div>
      </Form>
      {needsProof && removal.proof && (
        <>
          <PaymentProof
            of={key}
            heading="h5"
            step={removal.proof}
            issue={(wallet) => {
              const body = { txHash: findPayment(key)?.hash.trim() ?? '', wallet };
              return api.call(issueRemovalProof, { params: { id: report.id }, body });
            }}
          >
            Anyone could paste the hash of this payment here. To use it to remove the report about{' '}
            <strong>@{username}</strong>, the wallet that paid has to sign a message.
          </PaymentProof>
          <Button look="quiet" onClick={() => forgetPayment(key)} className="justify-self-start">
            Use another hash
          </Button>
        </>
      )}
      {removal.failure && !isVerifying && (
        <FailureNote
          {...removal.failure}
          advice={nextStep(removal.failure.message, {
            cost: formatTokens(intent ? missingTokens(intent) : (config?.removalCostTokens ?? '1000000')),
            reference: report.uniqueBurnAddress,
          })}
        />
      )}
      {isVerifying && (
        <PaymentProgress label="Progress of the removal" payment={removal} finalTexts={finalTexts} />
      )}
    </div>
  );
}

/** This browser's payment intent for a report. When it is paid from another device, this stores the receipt here. */
function useRemovalIntent({ id, username }: Report) {
  const queryClient = useQueryClient();
  const key = removalOf(id);
  const followed = usePaymentIntent(key, () => api.call(openRemovalIntent, { params: { id } }));
  const { intent } = followed;
  useEffect(() => {
    const removal = findPayment(key);
    if (intent?.state !== 'paid' || (removal && (isRunning(removal) || isPaid(removal)))) return;
    // The newest accepted payment, usually the one that completed the price.
    const payment = intent.payments.findLast(({ status }) => status === 'paid');
    const { signature: hash = '', verificationId } = payment ?? {};
    const amounts = { amountBurned: Number(intent.received), amountSent: Number(intent.sent) };
    markPaid(key, { username, hash, verificationId, ...amounts }, queryClient);
  }, [intent, key, username, queryClient]);
  return followed;
}

/** What a removal is and is not; shown before any payment. */
function WhatItBuys({ username }: { username: string }) {
  const { data: shown } = useQuery(caseQuery(username));
  const appeal = typeof shown === 'object' ? shown.appeal : null;
  return (
    <section aria-label="What the burn buys" className="grid gap-3">
      {appeal && (
        <p className="rounded-sm border-l-8 border-gold-600 bg-parchment-100 p-3">
          <strong>Appeal under way.</strong> {appeal.dueAt && <DecisionDue at={appeal.dueAt} />} If you burn
          first, the appeal ends without a decision.
        </p>
      )}
      <p className="text-lg">
        <strong>Silenced, not cleared.</strong> A burn never clears an account. An appeal can, and{' '}
        <TextLink to="/case/$username" params={{ username }} hash="appeal">
          an appeal is free
        </TextLink>
        .
      </p>
      <ul className="grid list-disc gap-1 pl-6">
        <li>This entry comes down, and the same post can't be reported again.</li>
        <li>The account can still be reported for something new. Look-ups will mention the payment.</li>
        <li>What is burned is gone for good, for us too.</li>
        <li>A burn can't be undone or refunded, and it doesn't say that the report was wrong.</li>
      </ul>
      <p>
        <TextLink to="/burns">See every burn so far</TextLink>
        {', or '}
        <TextLink to="/payments">your own payments</TextLink>
      </p>
    </section>
  );
}

/** A decision costs nothing, also when it is late. */
export function DecisionDue({ at }: { at: string }) {
  return (
    <>
      {useHasPassed(Date.parse(at))
        ? 'A free decision has been due since '
        : "You'll have a free decision by "}
      <Day at={at} />.
    </>
  );
}

/** Removed, or held or deleted since the page was loaded. */
const isReportGone = (error: Error | null | undefined): boolean =>
  error instanceof ApiCallError && ['report_already_removed', 'not_found'].includes(error.code ?? '');

function PriceMissing({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  if (isReportGone(error)) return <p role="alert">{removalTexts.gone}</p>;
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3">
      <p>The price didn't load.</p>
      <Button look="outline" onClick={() => void onRetry()}>
        Try again
      </Button>
    </div>
  );
}
