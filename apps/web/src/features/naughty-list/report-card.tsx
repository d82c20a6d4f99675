import { caseTexts, statusTexts } from '@naughty-list/contracts/case-texts';
import type { Report } from '@naughty-list/contracts/reports';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LedgerEntry } from '../../ui/ledger-entry.tsx';
import { keywordBadge } from './keyword-badge.ts';

/** Renders an opened entry; with `hasOpenRemoval`, its removal form too. */
export type RenderDetails = (report: Report, hasOpenRemoval: boolean) => ReactNode;

type ReportCardProps = {
  report: Report;
  now: Date;
  /** Starts open with the removal form, for a removal that was pending when the page was left. */
  hasOpenRemoval: boolean;
  renderDetails: RenderDetails;
};

export function ReportCard({ report, now, hasOpenRemoval, renderDetails }: ReportCardProps) {
  const description = report.readFirst ?? report.description;
  return (
    <LedgerEntry
      entry={{ ...report, description }}
      badge={keywordBadge(description)}
      tone="cranberry"
      hasSeal={report.caseStatus !== 'compromised' && !report.handleChangedAt}
      now={now}
      isOpenAtFirst={hasOpenRemoval}
      notes={
        <>
          <Link to="/case/$username" params={{ username: report.username }} className="underline">
            Case page<span className="sr-only"> of {report.username}</span>
          </Link>
          {report.handleChangedAt && <span className="font-bold">The handle has changed hands</span>}
          {report.aliases?.[0]?.isCurrent && (
            <span className="font-bold">now @{report.aliases[0].username}</span>
          )}
          <span className="font-bold">{statusTexts[report.caseStatus ?? 'unreviewed']}</span>
          {report.postUnconfirmed && <span>{caseTexts.postUnconfirmed}</span>}
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
