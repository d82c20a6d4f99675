import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, useId, useState } from 'react';
import { classes } from '../lib/classes.ts';
import { absoluteTime, relativeTime } from '../lib/time.ts';
import type { Named } from '../lib/x-links.ts';
import { SealedAvatar } from './sealed-avatar.tsx';

type LedgerEntryProps = {
  entry: Named & {
    description: string;
    reportedAt: string;
    profileImageVersion?: number | undefined;
  };
  /** The word on the stamp. */
  badge: string;
  tone: 'cranberry' | 'pine';
  hasSeal?: boolean;
  /** Reference time for relative times: when the list was rendered. */
  now: Date;
  isOpenAtFirst?: boolean;
  /** Rendered beside the time; its links lie above the row's click area. */
  notes?: ReactNode;
  /** Rendered while the entry is open. */
  renderDetails: () => ReactNode;
};

/** A collapsible entry of a ledger. */
export function LedgerEntry({
  entry,
  badge,
  tone,
  hasSeal = true,
  now,
  isOpenAtFirst = false,
  notes,
  renderDetails,
}: LedgerEntryProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const [previous, setPrevious] = useState(isOpenAtFirst);
  // Pending removals are read from storage after hydration, so `isOpenAtFirst` may change.
  if (isOpenAtFirst !== previous) {
    setPrevious(isOpenAtFirst);
    if (isOpenAtFirst) setIsOpen(true);
  }
  const detailsId = useId();
  const time = new Date(entry.reportedAt);
  const isPine = tone === 'pine';
  return (
    <article aria-label={entry.username} className="border-t border-parchment-400">
      <div
        className={classes(
          'ledger-margin relative grid grid-cols-[auto_1fr_auto] items-center gap-x-4 gap-y-2 py-4 pr-1 pl-5 transition-colors duration-150 hover:bg-parchment-300/20',
          'lg:grid-cols-[auto_13rem_1fr_auto_auto]',
          isPine && 'ledger-margin-pine',
        )}
      >
        <SealedAvatar account={entry} version={entry.profileImageVersion} tone={hasSeal ? tone : undefined} />
        <div className="min-w-0">
          <h3 className="text-lg font-bold">
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={detailsId}
              onClick={() => setIsOpen(!isOpen)}
              // Deferred until hover: date formatting is slow, and twenty entries would pay for it.
              onPointerEnter={({ currentTarget }) => {
                currentTarget.title = absoluteTime(time);
              }}
              // `::after` covers the whole row; later elements must not intercept its clicks.
              className="handle text-left after:absolute after:inset-0 focus-visible:shadow-none focus-visible:outline-none focus-visible:after:rounded-sm focus-visible:after:outline-3 focus-visible:after:outline-ink-900"
            >
              {entry.username}
            </button>
          </h3>
          <div className="flex flex-wrap gap-x-3">
            <time dateTime={entry.reportedAt} className="figures text-ink-700">
              {relativeTime(time, now)}
            </time>
            {notes && <div className="relative z-1 flex flex-wrap gap-x-3">{notes}</div>}
          </div>
        </div>
        {/* Twenty words at every width; the clamp cuts only words of unusual length. */}
        <p dir="auto" className="order-last col-span-full line-clamp-8 min-w-0 lg:order-none lg:col-span-1">
          {previewWords(entry.description)}
        </p>
        <span
          className={classes(
            'stamp pointer-events-none col-start-2 row-start-2 max-w-full justify-self-start truncate px-2 lg:col-start-auto lg:row-start-auto lg:max-w-44',
            isPine && 'stamp-pine',
          )}
        >
          {badge}
        </span>
        <ChevronDown
          aria-hidden="true"
          className={classes(
            'pointer-events-none size-6 noscript:hidden transition-transform duration-200 max-lg:row-start-1 max-lg:col-start-3',
            isOpen && 'rotate-180',
          )}
        />
      </div>
      <div id={detailsId} hidden={!isOpen}>
        {isOpen && renderDetails()}
      </div>
    </article>
  );
}

const PREVIEW_WORDS = 20;

/** The first 20 words, followed by `...` if there are more. */
export function previewWords(description: string): string {
  const words = description.split(/\s+/u).filter(Boolean);
  const preview = words.slice(0, PREVIEW_WORDS).join(' ');
  return words.length > PREVIEW_WORDS ? `${preview}...` : preview;
}
