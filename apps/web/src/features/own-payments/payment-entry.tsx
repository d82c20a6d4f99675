import { dateText } from '@naughty-list/contracts/case-texts';
import type { OwnPayment } from '@naughty-list/contracts/own-payments';
import { formatDecimal } from '@naughty-list/contracts/tokens';
import { Link } from '@tanstack/react-router';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Moment } from '../../ui/day.tsx';
import { boldLink, plainLink, TransactionLink } from '../../ui/text-link.tsx';

/** One payment: purpose, amount, time, outcome, and receipt. */
export function PaymentEntry({ payment }: { payment: OwnPayment }) {
  const { signature, amount, at, receipt } = payment;
  const { title, text } = outcomeOf(payment);
  const subject = subjectOf(payment);
  return (
    <li className="grid gap-2 border-t border-parchment-400 py-4">
      <h3 className="text-lg font-bold wrap-anywhere">{subject}</h3>
      <p className="figures flex flex-wrap gap-x-4">
        {amount !== null && <span className="whitespace-nowrap">{formatDecimal(amount)} LIST</span>}
        <Moment at={at} />
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
            className={boldLink}
          >
            Receipt
          </Link>
        )}
        {payment.username !== null && receipt === null && (
          <Link to="/case/$username" params={{ username: payment.username }} className={plainLink}>
            Open the case
          </Link>
        )}
        <TransactionLink hash={signature} />
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

type Outcome = { title: string; text: string };

/** The outcome of a payment, and what its payer can do. */
function outcomeOf(payment: OwnPayment): Outcome {
  const { state, purpose, message, missing, creditUntil } = payment;
  const isRemoval = purpose === 'removal';
  switch (state) {
    case 'paid':
      return {
        title: 'Paid',
        text: isRemoval ? 'The report is off the list.' : 'The membership is for life.',
      };
    case 'settled':
      return {
        title: 'Paid',
        text: 'The people who run this site accepted it by hand, so it has no receipt. If it has had no effect, please contact us.',
      };
    case 'part':
      return {
        title: 'Partly paid',
        text:
          // A part of a fee has no username either.
          (isRemoval && payment.username === null
            ? "Don't pay the rest while the report isn't shown: what"
            : `${formatDecimal(missing ?? '0')} LIST are missing. Pay the rest in the browser you started in. Otherwise, what`) +
          ' has arrived becomes a credit within 26 hours of when you last opened the payment.',
      };
    case 'credit':
      return {
        title: creditUntil ? `Credit until ${dateText(creditUntil)}` : 'Credit',
        text: `The payment has had no effect. ${message ?? 'You can use it for a membership or the removal of a report.'} ${HOW_TO_USE}`,
      };
    case 'to-sign':
      return {
        title: 'Waiting for your signature',
        text: `This payment counts only after you say what it is for. ${HOW_TO_USE}`,
      };
    case 'pending':
      return { title: 'Being checked', text: message ?? 'This usually takes less than a minute.' };
    case 'refused':
      return { title: 'Refused', text: message ?? 'It did not count.' };
  }
}

/** Whether the payer can still use the transaction by signing. */
const isUsable = ({ state }: Pick<OwnPayment, 'state'>): boolean => state === 'credit' || state === 'to-sign';

const HOW_TO_USE =
  "Open the report's removal panel or the membership window, paste this transaction's hash there instead of paying, and sign with this wallet.";
