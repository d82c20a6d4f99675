import { statusTexts } from '@naughty-list/contracts/case-texts';
import type { Report } from '@naughty-list/contracts/reports';
import { Link } from '@tanstack/react-router';
import type { ReactNode, Ref } from 'react';
import { categoryLabels } from '../../lib/category-label.ts';
import { LedgerEntry } from '../../ui/ledger-entry.tsx';
import { keywordBadge } from './keyword-badge.ts';

/** Renders an opened entry; with `hasOpenRemoval`, its removal form too. */
export type RenderDetails = (report: Report, hasOpenRemoval: boolean) => ReactNode;

type ReportCardProps = {
  report: Report;
  now: Date;
  ref?: Ref<HTMLElement> | undefined;
  /** Starts open with the removal form, for a removal that was pending when the page was left. */
  hasOpenRemoval: boolean;
  renderDetails: RenderDetails;
};

/** The category; for `other`, a word of the description. */
const badgeOf = ({ scamCategory, description }: Report) =>
  scamCategory === 'other' ? keywordBadge(description) : categoryLabels[scamCategory].toUpperCase();

export function ReportCard({ report, now, ref, hasOpenRemoval, renderDetails }: ReportCardProps) {
  return (
    <LedgerEntry
      entry={report}
      badge={badgeOf(report)}
      tone="cranberry"
      now={now}
      ref={ref}
      isOpenAtFirst={hasOpenRemoval}
      also={
        <>
          <Link to="/case/$username" params={{ username: report.username }} className="underline">
            Case page<span className="sr-only"> of {report.username}</span>
          </Link>
          {report.caseStatus && <span className="font-bold">{statusTexts[report.caseStatus]}</span>}
          {report.alsoOnNiceList && (
            <Link to="/nice-list" search={{ search: report.username }} className="font-bold underline">
              Also on the Nice List
            </Link>
          )}
        </>
      }
      renderDetails={() => renderDetails(report, hasOpenRemoval)}
    />
  );
}
