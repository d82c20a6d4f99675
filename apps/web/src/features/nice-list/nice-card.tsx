import type { NiceReport } from '@naughty-list/contracts/nice-reports';
import { Link } from '@tanstack/react-router';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import { useId } from 'react';
import { praiseText } from '../../lib/praise-text.ts';
import { absoluteTime } from '../../lib/relative-time.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { LedgerEntry } from '../../ui/ledger-entry.tsx';
import { positiveBadge } from './positive-badge.ts';
import { PositiveVibes } from './positive-vibes.tsx';

export function NiceCard({ report, now }: { report: NiceReport; now: Date }) {
  return (
    <LedgerEntry
      entry={report}
      badge={positiveBadge(report.description)}
      tone="pine"
      hasSeal={report.isReviewed}
      now={now}
      also={
        <>
          {!report.isReviewed && (
            <span className="pointer-events-none">
              {praiseText({ times: report.reportCount, isReviewed: false })}
            </span>
          )}
          {report.alsoOnNaughtyList && (
            <Link
              to="/"
              search={{ search: report.username }}
              className="font-bold text-cranberry-700 underline"
            >
              Also on the Naughty List
            </Link>
          )}
        </>
      }
      renderDetails={() => <NiceDetails report={report} />}
    />
  );
}

/** The opened entry: description and a share action. */
function NiceDetails({ report }: { report: NiceReport }) {
  const titleId = useId();
  return (
    <div className="grid animate-open gap-6 px-1 pt-2 pb-6 md:grid-cols-2 md:gap-8 md:pl-5">
      <section aria-labelledby={titleId} className="grid min-w-0 content-start gap-3">
        <h4 id={titleId} className="display text-2xl text-pine-700">
          The Good Deed
        </h4>
        <p dir="auto" className="text-lg whitespace-pre-line">
          {report.description}
        </p>
        <p>
          First praised on{' '}
          <time dateTime={report.reportedAt} className="figures">
            {absoluteTime(new Date(report.reportedAt))}
          </time>
          .
        </p>
        <a
          href={report.twitterUrl}
          target="_blank"
          rel="noopener noreferrer nofollow ugc"
          className={buttonClasses('quiet', '-ml-5 justify-self-start')}
        >
          Open the original post
          <ArrowUpRight aria-hidden="true" className="size-5" />
        </a>
      </section>
      <PositiveVibes report={report} />
    </div>
  );
}
