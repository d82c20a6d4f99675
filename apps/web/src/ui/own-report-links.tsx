import { ownReportPath, useOwnReports } from '../lib/own-reports.ts';
import { plainLink } from './text-link.tsx';

/** Links to the private pages of the reports and statements sent from this browser, about one account or all. */
export function OwnReportLinks({ username }: { username?: string }) {
  const keys = useOwnReports().filter(
    (key) => username === undefined || key.username.toLowerCase() === username.toLowerCase(),
  );
  if (keys.length === 0) return null;
  return (
    <details className="rounded-sm border border-parchment-400 bg-parchment-50 p-4">
      <summary className="min-h-6 cursor-pointer font-bold">What you sent from this browser</summary>
      <p className="mt-2 text-ink-700">
        Each link is private: anyone who has it can see and withdraw what you sent.
      </p>
      <ul className="mt-1">
        {keys.map(({ code, username: about }) => (
          <li key={code}>
            <a href={ownReportPath(code)} className={`${plainLink} wrap-anywhere decoration-2`}>
              About @{about}: see or withdraw it
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
