import type { Case } from '@naughty-list/contracts/cases';
import { Day } from '../../ui/day.tsx';

/** Who has the reported name now, and what the account calls itself. */
export function CaseNames({ shown: { username, report } }: { shown: Case }) {
  const { aliases = [], handleChangedAt } = report;
  if (aliases.length === 0 && !handleChangedAt) return null;
  return (
    <div className="grid gap-2 rounded-sm border-l-8 border-gold-600 bg-parchment-50 p-3">
      {handleChangedAt && (
        <p className="text-lg">
          <strong>@{username} has changed hands.</strong> Another account has had this name since{' '}
          <Day at={handleChangedAt} />. This case is about the account that had it before.
        </p>
      )}
      {aliases.map(({ username: alias, seenAt, isCurrent }) => (
        <p key={alias} className="wrap-anywhere">
          {isCurrent ? (
            <>
              @{username} now calls itself <strong>@{alias}</strong>, seen <Day at={seenAt} />.
            </>
          ) : (
            <>
              It called itself @{alias}, seen <Day at={seenAt} />.
            </>
          )}
        </p>
      ))}
    </div>
  );
}
