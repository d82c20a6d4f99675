import { isDecided, reportedName } from '@naughty-list/contracts/case-texts';
import type { Case } from '@naughty-list/contracts/cases';
import { traceText, traceTexts } from '@naughty-list/contracts/trace-texts';
import { Link } from '@tanstack/react-router';
import { Day } from '../../ui/day.tsx';
import { NamingCases } from '../../ui/naming-cases.tsx';
import { Section } from '../../ui/section.tsx';
import { boldLink } from '../../ui/text-link.tsx';

/** Whether another account has the reported name now, the account's aliases, and the cases of others with such a name. */
export function CaseNames({ shown: { username, report, sameName = [] } }: { shown: Case }) {
  const { aliases = [], handleChangedAt } = report;
  const others = sameName.filter(({ isFirst }) => !isFirst);
  if (aliases.length === 0 && !handleChangedAt && others.length === 0) return null;
  return (
    <div className={noteClasses}>
      {handleChangedAt && (
        <p className="text-lg">
          <strong>@{username} has changed hands.</strong> On <Day at={handleChangedAt} />, a moderator found
          that another account has this name. This case is about the account that had it before.
        </p>
      )}
      {aliases.map(({ username: alias, seenAt, isCurrent }) => (
        <p key={alias} className="wrap-anywhere">
          {isCurrent ? (
            <>
              {capital(reportedName({ username, handleChangedAt }))} now calls itself{' '}
              <strong>@{alias}</strong>, seen <Day at={seenAt} />.
            </>
          ) : (
            <>
              It called itself @{alias}, seen <Day at={seenAt} />.
            </>
          )}
        </p>
      ))}
      {others.length > 0 && (
        <>
          <p>Accounts in other cases have, or had, the same name:</p>
          <NamingCases cases={others} />
        </>
      )}
    </div>
  );
}

/** Where look-ups of the name answer with another case, that case. */
export function FirstCase({ shown: { username, sameName = [] } }: { shown: Case }) {
  const first = sameName.filter(({ isFirst }) => isFirst);
  return first.map((each) => (
    <div key={each.number} className={noteClasses}>
      <p className="text-lg wrap-anywhere">
        <strong>
          {capital(reportedName(each))} now calls itself @{username}.
        </strong>{' '}
        Read that case first:
      </p>
      <NamingCases cases={[each]} />
    </div>
  ));
}

const capital = (name: string) => name.replace(/^a/, 'A');

const noteClasses = 'grid gap-2 rounded-sm border-l-8 border-gold-600 bg-parchment-50 p-3';

/** The traces of a case, and other cases that share them. */
export function CaseTraces({ shown }: { shown: Case }) {
  // A case that no moderator has decided must not accuse a second account by linking to its page.
  const traces = shown.traces.filter(({ kind }) => kind !== 'x' || isDecided(shown));
  if (traces.length === 0) return null;
  return (
    <Section id="traces" title="Also named in this case">
      <p className="text-ink-700">{traceTexts.unverified}</p>
      <ul className="grid gap-1">
        {traces.map((trace) => (
          <li key={`${trace.kind} ${trace.value}`}>
            <span className="text-ink-700">{traceTexts.kind[trace.kind]}:</span>{' '}
            <Link to="/trace/$kind/$value" params={trace} className={`${boldLink} figures wrap-anywhere`}>
              {traceText(trace)}
            </Link>
          </li>
        ))}
      </ul>
      {shown.sharing.length > 0 && (
        <>
          <h3 className="text-xl font-bold">Other cases that name them</h3>
          <NamingCases cases={shown.sharing} />
        </>
      )}
    </Section>
  );
}
