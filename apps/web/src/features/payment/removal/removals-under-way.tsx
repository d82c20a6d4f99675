import Check from 'lucide-react/icons/check';
import Hourglass from 'lucide-react/icons/hourglass';
import { stageLabels } from '../../../lib/stages.ts';
import { Button } from '../../../ui/button.tsx';
import { TransactionLink } from '../../../ui/text-link.tsx';
import {
  forgetPayment,
  isPaid,
  isPending,
  isUnproven,
  type Payment,
  reportOf,
  useRemovals,
} from '../payments.ts';

const lineClasses =
  'flex flex-wrap items-center gap-x-3 gap-y-1 rounded-sm border border-parchment-400 bg-parchment-200 px-4 py-1';

/** One line per pending removal, with a link to its report, and one per receipt. */
export function RemovalsUnderWay({ onShow }: { onShow: (username: string) => void }) {
  const all = useRemovals();
  const removals = all.filter(isPending);
  const paid = all.filter(isPaid);
  return (
    <>
      {paid.length > 0 && (
        <div role="status">
          <ul aria-label="Paid removals" className="grid gap-2">
            {paid.map((removal) => (
              <Receipt key={removal.key} removal={removal} />
            ))}
          </ul>
        </div>
      )}
      {removals.length > 0 && (
        <ul aria-label="Removals under way" className="grid gap-2">
          {removals.map((removal) => (
            <li key={removal.key} className={lineClasses}>
              <Hourglass aria-hidden="true" className="size-5 shrink-0" />
              <p className="min-w-0 flex-1">
                Removal of <strong>@{removal.username}</strong>:{' '}
                {isUnproven(removal)
                  ? 'waiting for your signature'
                  : stageLabels[removal.stage].toLowerCase()}
              </p>
              <Button look="quiet" onClick={() => onShow(removal.username)}>
                Show
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Receipt({ removal }: { removal: Payment }) {
  const { key, username, hash, verificationId } = removal;
  return (
    <li className={lineClasses}>
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
      </div>
      <Button look="quiet" onClick={() => forgetPayment(key)}>
        Dismiss
      </Button>
    </li>
  );
}
