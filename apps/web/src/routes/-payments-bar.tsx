import { useNavigate } from '@tanstack/react-router';
import Hourglass from 'lucide-react/icons/hourglass';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { openSociety } from '../features/payment/membership/society.ts';
import {
  isPending,
  isUnproven,
  type Payment,
  showRemoval,
  usePayment,
  useResumedRemovals,
} from '../features/payment/payments.ts';
import { classes } from '../lib/classes.ts';
import { stageLabels, useTakesLong, waitingText } from '../lib/stages.ts';
import { buttonClasses } from '../ui/button.tsx';
import { useIsOnline } from '../ui/offline-note.tsx';

/** Pending payments of an earlier visit, on any page. */
export function PaymentsBar() {
  const navigate = useNavigate();
  const payment = usePayment('membership');
  const membership = isPending(payment) ? payment : undefined;
  const removals = useResumedRemovals();
  const [isHidden, setHidden] = useState(false);
  const isOnline = useIsOnline();
  if (isHidden) return null;
  const show = (username: string) => {
    showRemoval({ username });
    void navigate({ to: '/', resetScroll: false });
  };
  return (
    <aside
      aria-label="Payments under way"
      className={classes(
        'pointer-events-none fixed inset-x-3 z-30 grid justify-items-center',
        isOnline ? 'bottom-3' : 'bottom-24',
      )}
    >
      <div className="paper pointer-events-auto flex w-full max-w-modal animate-open items-start gap-2 rounded-lg border-2 border-gold-600 p-2 shadow-page">
        <ul className="grid max-h-40 min-w-0 flex-1 overflow-y-auto">
          {membership && <Line what="Your membership" payment={membership} onShow={openSociety} />}
          {removals.map((removal) => (
            <Line
              key={removal.key}
              what={`Removal of @${removal.username}`}
              payment={removal}
              onShow={() => show(removal.username)}
            />
          ))}
        </ul>
        <button
          type="button"
          aria-label="Hide payments under way"
          onClick={() => setHidden(true)}
          className="grid size-12 shrink-0 place-items-center rounded-sm hover:bg-ink-900/10"
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </div>
    </aside>
  );
}

type LineProps = { what: string; payment: Payment; onShow: () => void };

function Line({ what, payment, onShow }: LineProps) {
  return (
    <li className="flex items-center gap-2">
      <Hourglass aria-hidden="true" className="size-5 shrink-0" />
      <p className="min-w-0 flex-1 wrap-anywhere">
        <strong>{what}</strong>:{' '}
        {isUnproven(payment) ? <span>waiting for your signature.</span> : <Progress {...payment} />}
      </p>
      <button
        type="button"
        aria-label={`Show: ${what}`}
        onClick={onShow}
        className={buttonClasses('quiet', 'px-3')}
      >
        Show
      </button>
    </li>
  );
}

function Progress({ stage, since, waiting }: Payment) {
  const isLong = useTakesLong(stage, since);
  if (waiting === 'offline') return <span>waiting for your connection.</span>;
  if (waiting === 'busy') return <span>the workshop isn't answering. Santa is still trying.</span>;
  return <span>{`${stageLabels[stage].toLowerCase()}. ${waitingText(stage, isLong)}`}</span>;
}
