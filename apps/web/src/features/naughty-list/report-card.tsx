import type { Report } from '@naughty-list/contracts/reports';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, type Ref, useId, useState } from 'react';
import { classes } from '../../lib/classes.ts';
import { absoluteTime, relativeTime } from '../../lib/relative-time.ts';
import { WaxSeal } from '../../ui/wax-seal.tsx';
import { keywordBadge } from './keyword-badge.ts';
import { previewWords } from './preview-words.ts';
import { ReportDetails } from './report-details.tsx';

type ReportCardProps = {
  report: Report;
  /** When the list was drawn; relative times count from here. */
  now: Date;
  ref?: Ref<HTMLElement> | undefined;
  /** Opened from the start, with the removal form: a removal was under way when the page was left. */
  hasOpenRemoval: boolean;
  renderRemoval: (report: Report) => ReactNode;
};

/** One entry of the ledger: a line that opens into everything that is known. */
export function ReportCard({ report, now, ref, hasOpenRemoval, renderRemoval }: ReportCardProps) {
  const [isOpen, setIsOpen] = useState(hasOpenRemoval);
  const detailsId = useId();
  const time = new Date(report.reportedAt);
  return (
    <article ref={ref} aria-label={report.username} className="border-t border-parchment-400">
      <div
        className={classes(
          'ledger-margin relative grid grid-cols-[auto_1fr_auto] items-center gap-x-4 gap-y-2 py-4 pr-1 pl-5 transition-colors duration-150 hover:bg-parchment-300/40',
          'md:grid-cols-[auto_13rem_1fr_auto_auto]',
        )}
      >
        <WaxSeal letter={report.username.charAt(0).toUpperCase()} className="size-12" />
        <div className="min-w-0">
          <h3 className="text-lg font-bold">
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={detailsId}
              onClick={() => setIsOpen(!isOpen)}
              className="text-left after:absolute after:inset-0 focus-visible:shadow-none focus-visible:outline-none focus-visible:after:rounded-sm focus-visible:after:outline-3 focus-visible:after:outline-ink-900"
            >
              {report.username}
            </button>
          </h3>
          <time
            dateTime={report.reportedAt}
            title={absoluteTime(time)}
            className="figures relative text-ink-700"
          >
            {relativeTime(time, now)}
          </time>
        </div>
        <p
          dir="auto"
          className="order-last col-span-full line-clamp-3 min-w-0 md:order-none md:col-span-1 md:line-clamp-2"
        >
          {previewWords(report.description)}
        </p>
        <span className="stamp col-start-2 row-start-2 max-w-full justify-self-start truncate px-2 md:col-start-auto md:row-start-auto md:max-w-44">
          {keywordBadge(report.description)}
        </span>
        <ChevronDown
          aria-hidden="true"
          className={classes(
            'size-6 transition-transform duration-200 max-md:row-start-1 max-md:col-start-3',
            isOpen && 'rotate-180',
          )}
        />
      </div>
      <div id={detailsId} hidden={!isOpen}>
        {isOpen && (
          <ReportDetails report={report} hasOpenRemoval={hasOpenRemoval} renderRemoval={renderRemoval} />
        )}
      </div>
    </article>
  );
}
