import { reportedName, statusTexts } from '@naughty-list/contracts/case-texts';
import type { NamingCase } from '@naughty-list/contracts/cases';
import { traceText, traceTexts } from '@naughty-list/contracts/trace-texts';
import type { Trace } from '@naughty-list/contracts/traces';
import { Link } from '@tanstack/react-router';
import { Day } from './day.tsx';
import { boldLink } from './text-link.tsx';

/** Cases with their statuses; on a case page, also the trace that each shares with it. */
export function NamingCases({ cases }: { cases: readonly (NamingCase & { trace?: Trace })[] }) {
  return (
    <ul className="grid gap-4">
      {cases.map(({ number, username, status, reportedAt, isReportAlone, trace, handleChangedAt }) => (
        <li key={number} className="ledger-margin grid gap-1 pl-6">
          <p className="flex flex-wrap items-center gap-x-4">
            <Link to="/case/$username" params={{ username }} className={`${boldLink} text-lg wrap-anywhere`}>
              {reportedName({ username, handleChangedAt })}
            </Link>
            <strong>{statusTexts[status]}</strong>
            <span className="text-ink-700">
              reported on <Day at={reportedAt} />
            </span>
          </p>
          {trace && <p className="wrap-anywhere">Also names {traceText(trace)}</p>}
          {isReportAlone && <p className="first-letter:uppercase">{traceTexts.reportAlone}.</p>}
        </li>
      ))}
    </ul>
  );
}
