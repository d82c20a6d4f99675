import Check from 'lucide-react/icons/check';
import { Button } from '../../../ui/button.tsx';
import { TransactionLink } from '../../../ui/text-link.tsx';
import { forgetPayment, isPaid, type Payment, reportOf, useRemovals } from '../payments.ts';

/** The payer's receipts, until they are dismissed. */
export function PaidRemovals() {
  return (
    <div role="status">
      <ul aria-label="Paid removals" className="grid gap-2">
        {useRemovals()
          .filter(isPaid)
          .map((removal) => (
            <Receipt key={removal.key} removal={removal} />
          ))}
      </ul>
    </div>
  );
}

function Receipt({ removal }: { removal: Payment }) {
  const { key, username, hash, verificationId } = removal;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-sm border border-parchment-400 bg-parchment-200 px-4 py-1">
      <Check aria-hidden="true" className="size-5 shrink-0" />
      <div className="min-w-0 flex-1 py-2 wrap-anywhere">
        <p>
          Paid: report {reportOf(removal)} about <strong>@{username}</strong> is off the list.
        </p>
        <p>
          Receipt number: <span className="figures">{verificationId ?? hash.trim()}</span>
        </p>
        <p>
          Transaction: <TransactionLink hash={hash.trim()} />{' '}
          <a href={`/receipt/${hash.trim()}`} className="underline underline-offset-4">
            Public receipt
          </a>
        </p>
        <p>
          Paid twice? The second payment is a credit for the wallet that paid:{' '}
          <a href="/payments" className="underline underline-offset-4">
            Your payments
          </a>
        </p>
      </div>
      <Button look="quiet" className="max-sm:w-full" onClick={() => forgetPayment(key)}>
        Dismiss
      </Button>
    </li>
  );
}
