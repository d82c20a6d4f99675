import type { NiceReport } from '@naughty-list/contracts/nice-reports';
import { Link } from '@tanstack/react-router';
import { praiseText } from '../../lib/praise-text.ts';
import { LedgerEntry } from '../../ui/ledger-entry.tsx';
import { NiceDetails } from './nice-details.tsx';
import { positiveBadge } from './positive-badge.ts';

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
