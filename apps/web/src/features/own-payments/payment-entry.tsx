import type { OwnPayment } from '@naughty-list/contracts/own-payments';
import { Link } from '@tanstack/react-router';
import { absoluteTime } from '../../lib/relative-time.ts';
import { useTokenConfig } from '../../lib/token-config.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { TransactionLink } from '../../ui/transaction-link.tsx';
import { inTokens, isUsable, wordsOf } from './payment-words.ts';

/** One payment: what for, how much, when, what became of it, and what proves it. */
export function PaymentEntry({ payment }: { payment: OwnPayment }) {
  const { data: chain } = useTokenConfig();
  const { signature, amount, at, receipt } = payment;
  const { title, text } = wordsOf(payment);
  const subject = subjectOf(payment);
  return (
    <li className="grid gap-2 border-t border-parchment-400 py-4">
      <h3 className="text-lg font-bold wrap-anywhere">{subject}</h3>
      <p className="figures flex flex-wrap gap-x-4">
        {amount !== null && <span className="whitespace-nowrap">{inTokens(amount)} LIST</span>}
        <time dateTime={at}>{absoluteTime(new Date(at))}</time>
      </p>
      <p className="max-w-prose wrap-anywhere">
        <strong>{title}.</strong> {text}
      </p>
      <p className="flex flex-wrap items-center gap-x-6 gap-y-2">
        {receipt !== null && (
          <Link
            to="/receipt/$signature"
            params={{ signature: receipt }}
            aria-label={`Receipt: ${subject}`}
            className="inline-flex min-h-11 items-center font-bold underline decoration-2 underline-offset-4"
          >
            Receipt
          </Link>
        )}
        {payment.username !== null && receipt === null && (
          <Link
            to="/case/$username"
            params={{ username: payment.username }}
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            Open the case
          </Link>
        )}
        {chain && <TransactionLink hash={signature} chain={chain} />}
        {isUsable(payment) && <CopyButton text={signature} label="Copy the hash" isLabelShown />}
      </p>
    </li>
  );
}

function subjectOf({ purpose, report, username }: OwnPayment): string {
  if (purpose === 'membership') return 'Membership in the Secret Sausage Society';
  return username === null
    ? `Removal of report ${report}, which is no longer shown`
    : `Removal of @${username} (report ${report})`;
}
