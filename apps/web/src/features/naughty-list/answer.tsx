import { Fragment, type ReactNode } from 'react';
import { times } from '../../lib/look-up.ts';
import type { Answered } from '../../lib/private-check.ts';
import { WaxSeal } from '../../ui/wax-seal.tsx';

type AnswerProps = {
  answer: Answered;
  /** How many reports mention the term; unknown if one category was searched. */
  found: number | undefined;
  onSearch: (username: string) => void;
};

/** The answer to a look-up, in words and seals; without a seal if there is no report. */
export function Answer({ answer: { kind, naughty, nice, near, note }, found, onSearch }: AnswerProps) {
  const isUnknown = !naughty && (kind === 'account' || found === 0);
  return (
    <div aria-live="polite" className="grid gap-4 pb-5 empty:hidden [&_a]:underline">
      {naughty && (
        <Verdict seal="cranberry" title={`@${naughty.username} is on the Naughty List.`}>
          Reported {times(naughty)}. <a href={`/case/${naughty.username}`}>The case page</a>
          {naughty.twitterUrl && (
            <>
              , <a href={naughty.twitterUrl}>the post on X</a>
            </>
          )}
        </Verdict>
      )}
      {nice && (
        <Verdict seal="pine" title={`@${nice.username} is on the Nice List.`}>
          Praised {times(nice)}. <a href={`/nice-list?search=${nice.username}`}>Read the praise</a>
        </Verdict>
      )}
      {kind === 'address' && (
        <p>This is a Solana address. The Naughty List has X accounts; reports may mention it.</p>
      )}
      {isUnknown && (
        <Verdict title="No report found. Not listed doesn't mean safe.">
          Check next: the age of the account, its older posts, who vouches for it, and every letter of its
          name.
        </Verdict>
      )}
      {note && <p className="text-lg">{note}</p>}
      {near.length > 0 && (
        <p className="text-lg">
          Did you mean{' '}
          {near.map(({ username, list }, at) => (
            <Fragment key={username}>
              {at > 0 && ' or '}
              <a
                href={`/${list === 'nice' ? 'nice-list' : ''}?search=${username}`}
                onClick={(event) => {
                  if (list === 'nice') return;
                  event.preventDefault();
                  onSearch(username);
                }}
                className="font-bold"
              >
                @{username}
              </a>
            </Fragment>
          ))}
          ?
        </p>
      )}
    </div>
  );
}

type VerdictProps = { seal?: 'cranberry' | 'pine'; title: string; children: ReactNode };

function Verdict({ seal, title, children }: VerdictProps) {
  return (
    <div className="flex items-center gap-4">
      {seal && <WaxSeal letter={seal === 'pine' ? '+' : '!'} tone={seal} className="size-12" />}
      <div>
        <p className="text-xl font-bold">{title}</p>
        <p>{children}</p>
      </div>
    </div>
  );
}
