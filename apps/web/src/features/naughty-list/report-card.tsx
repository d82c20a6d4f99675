import type { Report } from '@naughty-list/contracts/reports';
import type { ReactNode, Ref } from 'react';
import { LedgerEntry } from '../../ui/ledger-entry.tsx';
import { keywordBadge } from './keyword-badge.ts';
import { ReportDetails } from './report-details.tsx';

type ReportCardProps = {
  report: Report;
  now: Date;
  ref?: Ref<HTMLElement> | undefined;
  /** Opened from the start, with the removal form: a removal was under way when the page was left. */
  hasOpenRemoval: boolean;
  renderRemoval: (report: Report) => ReactNode;
};

/** A reported scammer. */
export function ReportCard({ report, now, ref, hasOpenRemoval, renderRemoval }: ReportCardProps) {
  return (
    <LedgerEntry
      entry={report}
      badge={keywordBadge(report.description)}
      tone="cranberry"
      now={now}
      ref={ref}
      isOpenAtFirst={hasOpenRemoval}
      renderDetails={() => (
        <ReportDetails report={report} hasOpenRemoval={hasOpenRemoval} renderRemoval={renderRemoval} />
      )}
    />
  );
}
