import { caseTexts } from '@naughty-list/contracts/case-texts';
import { useQuery } from '@tanstack/react-query';
import { Link, useHydrated, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { type CaseAnswer, caseQuery } from '../../lib/case-query.ts';
import { type PageHead, usePageHead } from '../../lib/page-head.ts';
import { whenFocusIsLost } from '../../lib/scroll.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ListFailed } from '../../ui/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import type { RenderForm } from './case-actions.tsx';
import { burnedHead, caseHead, noCaseHead, unavailableCaseHead } from './case-head.ts';
import { CaseLeaf } from './case-leaf.tsx';

type CasePageProps = { username: string; renderForm: RenderForm };

/** The page of an account's case, or why there is none. */
export function CasePage({ username, renderForm }: CasePageProps) {
  const isName = /^\w{1,15}$/.test(username);
  const { data, error, refetch } = useQuery({ ...caseQuery(username), enabled: isName });
  const answer = isName ? data : 'none';
  usePageHead(headOf(answer));
  const wasShown = useRef(false);
  useEffect(() => {
    // The case was paid for here: the page shrinks, and its footer would be in view.
    if (answer === 'burned' && wasShown.current)
      whenFocusIsLost(() => document.getElementById(BURNED_ID)?.focus());
    wasShown.current = typeof answer === 'object';
  }, [answer]);
  return (
    <article className="paper mx-auto my-10 grid max-w-[56rem] content-start gap-8 rounded-lg px-5 py-8 shadow-page sm:px-10 sm:py-12">
      {answer === undefined ? (
        <NotLoaded error={error} onRetry={refetch} />
      ) : answer === 'none' ? (
        <NoCase username={isName ? username : ''} />
      ) : answer === 'burned' ? (
        <Burned />
      ) : (
        <CaseLeaf key={answer.number} shown={answer} renderForm={renderForm} />
      )}
    </article>
  );
}

function headOf(answer: CaseAnswer | undefined): PageHead {
  if (answer === undefined) return unavailableCaseHead;
  if (answer === 'none') return noCaseHead;
  return answer === 'burned' ? burnedHead : caseHead(answer);
}

function NotLoaded({ error, onRetry }: { error: Error | null; onRetry: () => unknown }) {
  return (
    <>
      <h1 className="display text-3xl">Case page</h1>
      {error ? (
        <ListFailed title="This case didn't load" heading="h2" error={error} onRetry={onRetry} />
      ) : (
        <>
          <p role="status" className="noscript:hidden">
            Opening the ledger…
          </p>
          <noscript>
            <p>This case didn't load. Reload the page in a minute.</p>
          </noscript>
          <Skeleton className="h-32" />
          {/* Keeps the footer out of view while loading. */}
          <Skeleton className="h-dvh" />
        </>
      )}
    </>
  );
}

const [NOT_ON_FILE, NOT_CLEAN] = caseTexts.none.split(/(?<=\.) /);

const checks = [
  'The letters of the name: impostors swap l, I and 1, or add an underscore.',
  'The age of the account, its older posts, and whether it has changed its name.',
  'Who vouches for it, and whether they do so from their own accounts.',
  "Whether it asks for a seed phrase, money up front, or a quick decision. Honest people don't.",
];

function NoCase({ username }: { username: string }) {
  const { hash } = useLocation();
  const isHydrated = useHydrated();
  const wantsToAppeal = isHydrated && hash === 'appeal';
  return (
    <>
      <header className="grid gap-2">
        {/* One page is served for every name. */}
        <p translate="no" className="handle min-h-7 text-lg">
          {isHydrated && username && `@${username}`}
        </p>
        <h1 className="display text-3xl">{NOT_ON_FILE}</h1>
        <p className="text-xl font-bold">{NOT_CLEAN}</p>
      </header>
      {wantsToAppeal ? (
        <section className="grid max-w-prose gap-3">
          <h2 className="text-2xl">Nothing to appeal under this name</h2>
          <p>
            Check how the handle is spelled. An entry keeps the handle that was reported, so look up your
            earlier handles too. An entry that was held back or taken off the list needs no appeal. If a
            report about another account names you, appeal on the page of that case.
          </p>
          <OwnAppeal />
        </section>
      ) : (
        <section className="grid gap-3">
          <h2 className="text-2xl">What to check next</h2>
          <ul className="grid max-w-prose list-disc gap-2 pl-6">
            {checks.map((check) => (
              <li key={check}>{check}</li>
            ))}
          </ul>
        </section>
      )}
      <p>
        <Link to="/" search={{ view: 'report' }} className={buttonClasses('outline')}>
          Report an account
        </Link>
      </p>
    </>
  );
}

const BURNED_ID = 'burned-title';

function Burned() {
  return (
    <>
      <h1 id={BURNED_ID} tabIndex={-1} className="display text-3xl outline-none">
        {caseTexts.burned}
      </h1>
      <div className="grid max-w-prose gap-3 text-lg">
        <p>A payment silences an entry. It doesn't clear the account or say whether the report was true.</p>
        <p>
          The account can be reported again for something new, and can appeal that report for free. Any appeal
          under way at the time ended without a decision. To have what is stored about you erased, write to
          the contact on the <TextLink to="/privacy">Privacy page</TextLink>.
        </p>
        <OwnAppeal />
        <p>
          <TextLink to="/burns">See every burn so far</TextLink>
        </p>
      </div>
    </>
  );
}

function OwnAppeal() {
  return (
    <p>
      Already appealed? <TextLink to="/appeal">Open your appeal</TextLink> with your case code.
    </p>
  );
}
