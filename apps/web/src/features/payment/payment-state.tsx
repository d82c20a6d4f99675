import { isIntentFinal, isIntentPayable, type PaymentIntent } from '@naughty-list/contracts/payment-intents';
import type { PaymentProof as Proof } from '@naughty-list/contracts/payment-proofs';
import { formatDecimal } from '@naughty-list/contracts/tokens';
import type { VerificationStage } from '@naughty-list/contracts/verifications';
import Check from 'lucide-react/icons/check';
import Hourglass from 'lucide-react/icons/hourglass';
import type { ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import { holdProof, type ProofHandlers, type ProofStep } from '../../lib/payment-proof/proof-step.ts';
import {
  type StageState,
  stageLabels,
  stageStates,
  stuckTexts,
  useTakesLong,
  waitingText,
} from '../../lib/stages.ts';
import { Button } from '../../ui/button.tsx';
import { ProofPanel } from '../../ui/payment-proof/proof-panel.tsx';
import { TransactionLink } from '../../ui/text-link.tsx';
import { useTransferAmount } from './payment-intent.ts';
import { findPayment, forgetPayment, type Payment, type PaymentKey, updatePayment } from './payments.ts';

const amount = (tokens: string | number) =>
  Number(tokens).toLocaleString('en-US', { maximumFractionDigits: 9 });

/** The state of an intent, whichever device paid; renders nothing before a payment. */
export function IntentState({ intent, gone }: { intent: PaymentIntent; gone: string }) {
  const text = textOf(intent, gone);
  // Parts for what is gone: the sweep makes them credits soon, or, while a held report may come back, once the offer is over. This
  // intent is not followed any more.
  const parts = intent.state === 'superseded' ? Number(intent.received) : 0;
  const credit = Number(intent.credited) + parts;
  if (text === undefined && credit === 0) return null;
  return (
    <div
      role="status"
      className="flex animate-open gap-3 rounded-sm border-l-8 border-gold-600 bg-parchment-50 p-4 text-left"
    >
      <Hourglass aria-hidden="true" className="size-6 shrink-0" />
      <div className="grid gap-1">
        {text && <p className="figures text-lg font-bold">{text}</p>}
        {intent.state === 'partial' && (
          <p>Pay the rest below, or send it manually with the same memo and paste its hash.</p>
        )}
        {isIntentFinal(intent) && credit === 0 && (
          <p>
            Anything you sent that didn't count is not lost: see <OwnPayments />.
          </p>
        )}
        {credit > 0 && (
          <p>
            {amount(credit)} LIST have had no effect. They{' '}
            {parts > 0
              ? 'become a credit within 26 hours of when you last opened the payment. From then until'
              : 'are a credit: within'}{' '}
            90 days {parts > 0 ? 'after' : 'of'} the payment, the wallet that paid can sign to use them for a
            membership or the removal of a report. Paste the payment's hash in the membership window or in
            that report's removal panel. A wallet that can't sign messages, such as a multisig, needs our
            help: please contact us. See <OwnPayments />.
          </p>
        )}
      </div>
    </div>
  );
}

const OwnPayments = () => (
  <a href="/payments" className="font-bold underline underline-offset-4">
    Your payments
  </a>
);

function textOf(intent: PaymentIntent, gone: string): string | undefined {
  const { state, received, price, missing } = intent;
  if (state === 'paid' || state === 'settled') return 'Paid.';
  if (state === 'superseded') return gone;
  if (state === 'seen') return 'Payment under way. Santa is waiting for the network to show and confirm it.';
  if (state === 'confirmed') return "Payment confirmed. Santa is waiting until it's final.";
  if (state === 'partial')
    return `${amount(received)} of ${amount(price)} LIST arrived; ${amount(missing)} missing.`;
  return isIntentPayable(intent)
    ? undefined
    : 'This offer has expired. Reload the page for the current price.';
}

/** In place of the ways to pay while the page cannot learn whether it is paid. */
export const Blind = () => (
  <p role="status" className="font-bold">
    This page can't see payments right now. Please don't send anything until it can.
  </p>
);

/** The warning above the instructions for paying by hand. */
export function BeforePaying({ intent }: { intent: PaymentIntent }) {
  const { missing } = intent;
  const sent = useTransferAmount(intent) ?? missing;
  return (
    <p className="text-ink-700">
      Send from your own wallet: an exchange cannot sign and may drop the memo. There are no refunds.
      {sent !== missing && (
        <span>{` If you transfer, send ${formatDecimal(sent)} LIST: this token takes a fee on transfers.`}</span>
      )}
    </p>
  );
}

/** Progress texts until the payment is final. */
const commonTexts = {
  received: 'Santa has your hash and is looking for it on chain.',
  found: 'Found on chain. Waiting for the network to confirm it.',
  confirmed: "Confirmed. Waiting until it's final and can't be undone.",
};

type PaymentProgressProps = {
  label: string;
  payment: Payment;
  /** Progress texts once it is final. */
  finalTexts: Record<Exclude<VerificationStage, keyof typeof commonTexts>, string>;
};

/** Progress of a payment, explorer link, and a way to enter another hash. */
export function PaymentProgress(props: PaymentProgressProps) {
  const { key, hash, stage, byWallet } = props.payment;
  // Forgotten, it would leave a button that pays again before it has landed.
  const isLanding = byWallet && stage === 'received';
  return (
    <>
      <StageTrack {...props} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-prose text-ink-700">
          You may close this page: Santa keeps working. Come back to see the progress.
        </p>
        <div className="flex flex-wrap items-center gap-2">
          <TransactionLink hash={hash.trim()} />
          {!isLanding && (
            <Button look="quiet" onClick={() => forgetPayment(key)}>
              Use another hash
            </Button>
          )}
        </div>
      </div>
    </>
  );
}

const dots: Record<StageState, string> = {
  reached: 'border-pine-700 bg-pine-700 text-snow',
  current: 'border-ink-900 bg-gold-400 text-ink-900',
  ahead: 'border-parchment-400 bg-parchment-100 text-ink-700',
};

/** Progress of a verification: the stages in order, and a live text. */
function StageTrack({ label, payment, finalTexts }: PaymentProgressProps) {
  const { stage: last, since, waiting } = payment;
  return (
    <div className="grid animate-open gap-4">
      <ol aria-label={label} className="grid gap-0 sm:grid-cols-6">
        {stageStates(last).map(({ stage, state }, index) => (
          <li
            key={stage}
            aria-current={state === 'current' ? 'step' : undefined}
            className="relative flex items-center gap-3 py-1 sm:flex-col sm:gap-2 sm:py-0"
          >
            {index > 0 && (
              <span
                aria-hidden="true"
                className={classes(
                  'absolute bottom-1/2 left-4 h-full w-0.5 sm:top-4 sm:right-1/2 sm:bottom-auto sm:left-auto sm:h-0.5 sm:w-full',
                  state === 'reached' ? 'bg-pine-700' : 'bg-parchment-400',
                )}
              />
            )}
            <span
              className={classes(
                'figures relative z-10 grid size-8 shrink-0 place-items-center rounded-full border-2 font-bold',
                dots[state],
              )}
            >
              {state === 'reached' ? <Check aria-hidden="true" className="size-5" /> : index + 1}
            </span>
            <span className={classes(state === 'ahead' ? 'text-ink-700' : 'font-bold')}>
              {stageLabels[stage]}
              {state === 'reached' && <span className="sr-only"> (reached)</span>}
            </span>
          </li>
        ))}
      </ol>
      <div aria-live="polite" className="sm:text-center">
        <p className="text-lg">{waiting ? stuckTexts[waiting] : { ...commonTexts, ...finalTexts }[last]}</p>
        {since !== undefined && !waiting && <Estimate stage={last} since={since} />}
      </div>
    </div>
  );
}

function Estimate({ stage, since }: { stage: VerificationStage; since: number }) {
  const isLong = useTakesLong(stage, since);
  return <p className={isLong ? 'font-bold' : 'text-ink-700'}>{waitingText(stage, isLong)}</p>;
}

type PaymentProofProps = Pick<ProofHandlers, 'step' | 'issue'> & {
  of: PaymentKey;
  heading: 'h3' | 'h5';
  children: ReactNode;
};

/** Proof for a payment without a reference: the paying wallet signs for what it is used for. */
export function PaymentProof({ of: key, children, ...panel }: PaymentProofProps) {
  return (
    <ProofPanel
      {...panel}
      payment={key}
      title="One more step: sign for this payment"
      keep={(changes: Partial<ProofStep>) => {
        const before = findPayment(key)?.proof;
        if (before) updatePayment(key, { proof: { ...before, ...changes } });
      }}
      onSigned={(proof: Proof) => {
        holdProof(key, proof);
        updatePayment(key, { phase: 'claiming', stage: 'received', failure: undefined });
      }}
    >
      {children}
    </ProofPanel>
  );
}
