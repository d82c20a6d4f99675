import type { CasesNaming } from '@naughty-list/contracts/cases-naming';
import { formatWhole } from '@naughty-list/contracts/tokens';
import { tracePath, traceText, traceTexts } from '@naughty-list/contracts/trace-texts';
import type { Trace } from '@naughty-list/contracts/traces';
import { useQuery } from '@tanstack/react-query';
import { Link, useHydrated } from '@tanstack/react-router';
import { type PageHead, usePageHead } from '../../lib/page-head.ts';
import { type TraceAnswer, traceAt, traceQuery } from '../../lib/trace-query.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { NamingCases } from '../../ui/naming-cases.tsx';
import { ListFailed, ListLoading } from '../../ui/states.tsx';

export const traceHead = (trace: CasesNaming): PageHead => ({
  isUnlisted: true,
  path: tracePath(trace),
  title: `${traceTexts.kind[trace.kind]} ${traceText(trace)} - The Naughty List`,
  description: traceTexts.unverified,
});

/** Head for a trace that no listed case names. */
export const noTraceHead: PageHead = {
  isUnlisted: true,
  path: '/trace',
  title: 'No report to show - The Naughty List',
  description: traceTexts.none,
};

/** Head while the cases are loading or failed to load. */
export const unavailableTraceHead: PageHead = {
  isUnlisted: true,
  path: '/trace',
  title: 'Named in reports - The Naughty List',
  description: 'The cases that name an address, a website or a chat.',
};

/** The listed cases that name an address, a website, a chat or the like. */
export function TracePage({ kind, value }: { kind: string; value: string }) {
  const trace = traceAt(kind, value);
  const { data, error, refetch } = useQuery({
    ...traceQuery(trace ?? { kind: 'domain', value }),
    enabled: trace !== undefined,
  });
  const answer = trace ? data : 'none';
  usePageHead(headOf(answer));
  return (
    <article className="paper mx-auto my-10 grid max-w-[56rem] content-start gap-8 rounded-lg px-5 py-8 shadow-page sm:px-10 sm:py-12">
      {answer === undefined ? (
        <>
          <h1 className="display text-3xl">Named in reports</h1>
          {error ? (
            <ListFailed title="The cases didn't load" heading="h2" error={error} onRetry={refetch} />
          ) : (
            <ListLoading
              text="Looking through the ledger…"
              withoutScripts="The cases didn't load. Reload the page in a minute."
            />
          )}
        </>
      ) : answer === 'none' ? (
        <NotNamed trace={trace} />
      ) : (
        <Named found={answer} />
      )}
    </article>
  );
}

function headOf(answer: TraceAnswer | undefined): PageHead {
  if (answer === undefined) return unavailableTraceHead;
  return answer === 'none' ? noTraceHead : traceHead(answer);
}

function Named({ found }: { found: CasesNaming }) {
  const { kind, cases, total } = found;
  return (
    <>
      <header className="grid gap-3">
        <p className="text-ink-700">{traceTexts.kind[kind]}</p>
        <h1 className="handle text-2xl font-bold wrap-anywhere sm:text-3xl">{traceText(found)}</h1>
        <p className="text-lg font-bold">{traceTexts.unverified}</p>
      </header>
      <section aria-labelledby="cases-title" className="grid gap-4">
        <h2 id="cases-title" className="text-2xl">
          {total === 1 ? 'The case that names it' : 'The cases that name it'}
        </h2>
        <NamingCases cases={cases} />
        {cases.length < total && (
          <p>Only {formatWhole(cases.length)} are shown: corroborated cases first, then the newest.</p>
        )}
      </section>
      {cases.length > 0 && (
        <p>Is this yours, and named by mistake? Appeal for free on the case page; a moderator decides.</p>
      )}
    </>
  );
}

const [NOT_NAMED, NOT_CLEAN] = traceTexts.none.split(/(?<=\.) /);

function NotNamed({ trace }: { trace: Trace | undefined }) {
  const isHydrated = useHydrated();
  return (
    <header className="grid gap-2">
      {/* One page is served for every trace. */}
      <p translate="no" className="handle min-h-7 text-lg wrap-anywhere">
        {isHydrated && trace && traceText(trace)}
      </p>
      <h1 className="display text-3xl">{NOT_NAMED}</h1>
      <p className="text-xl font-bold">{NOT_CLEAN}</p>
      <p className="mt-6">
        <Link to="/" search={{ view: 'report' }} className={buttonClasses('outline')}>
          Report an account
        </Link>
      </p>
    </header>
  );
}
