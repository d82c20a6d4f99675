import type { VerificationStage } from '@naughty-list/contracts/verifications';
import { useTokenConfig } from '../lib/token-config.ts';
import { stuckTexts } from '../lib/waiting-times.ts';
import { Button } from './button.tsx';
import { StageTrack } from './stage-track.tsx';
import { TransactionLink } from './transaction-link.tsx';

type Payment = {
  hash: string;
  stage: VerificationStage;
  since?: number | undefined;
  waiting?: keyof typeof stuckTexts | undefined;
};

/** What every payment tells on its way. */
const onTheWay = {
  received: 'Santa has your hash and is looking for it on chain.',
  found: 'Found on chain. Waiting for the network to confirm it.',
  confirmed: "Confirmed. Waiting until it's final and can't be undone.",
};

type PaymentProgressProps = {
  label: string;
  payment: Payment;
  /** What the effect tells once the payment is final. */
  news: Record<Exclude<VerificationStage, keyof typeof onTheWay>, string>;
  onOtherHash: () => void;
};

/** Progress of a payment, explorer link, and a way to enter another hash. */
export function PaymentProgress({ label, payment, news, onOtherHash }: PaymentProgressProps) {
  const { data: chain } = useTokenConfig();
  const { hash, stage, since, waiting } = payment;
  return (
    <>
      <StageTrack
        label={label}
        stage={stage}
        news={waiting ? stuckTexts[waiting] : { ...onTheWay, ...news }[stage]}
        since={waiting ? undefined : since}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-prose text-ink-700">
          You may close this page: Santa keeps working. Come back to see the progress.
        </p>
        <div className="flex flex-wrap items-center gap-2">
          {chain && <TransactionLink hash={hash.trim()} chain={chain} />}
          <Button look="quiet" onClick={onOtherHash} className="max-sm:-ml-5">
            Use another hash
          </Button>
        </div>
      </div>
    </>
  );
}
