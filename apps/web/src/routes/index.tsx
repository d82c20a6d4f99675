import { createFileRoute, useLocation } from '@tanstack/react-router';
import BookOpenText from 'lucide-react/icons/book-open-text';
import Feather from 'lucide-react/icons/feather';
import { useEffect, useState } from 'react';
import { FilmCarousel } from '../features/films/film-carousel.tsx';
import { Hero, homeHead } from '../features/hero/hero.tsx';
import { ANSWER_ID, Answer } from '../features/naughty-list/answer.tsx';
import { CheckPanel } from '../features/naughty-list/check-panel.tsx';
import { NaughtyList } from '../features/naughty-list/naughty-list.tsx';
import { type SearchRequest, useCheck } from '../features/naughty-list/use-check.ts';
import { JoinSection } from '../features/payment/membership/join-section.tsx';
import {
  isPaid,
  isPending,
  reportOf,
  showRemoval,
  useRemovals,
  useShownRemoval,
} from '../features/payment/payments.ts';
import { TokenSection } from '../features/token/token-section.tsx';
import { WorkshopSection } from '../features/workshop/workshop-section.tsx';
import { createChunk } from '../lib/chunk.ts';
import { usePageHead } from '../lib/page-head.ts';
import { sharedSearch } from '../lib/query-string.ts';
import { HOME_SCROLL_DELAY_MS, scrollToElement } from '../lib/scroll.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { IndexTabs } from '../ui/index-tabs.tsx';
import { Lazy } from '../ui/lazy.tsx';

type HomeView = 'list' | 'report';

const views = [
  { view: 'list', label: 'View Naughty List', Icon: BookOpenText },
  { view: 'report', label: 'Report Scammer', Icon: Feather },
] as const;

/** `view` is in the URL, so that a reload keeps the form; the list is the default. */
type HomeSearch = { view?: 'report'; search?: string };

export const Route = createFileRoute('/')({
  validateSearch: ({ view, search }): HomeSearch => ({
    ...(view === 'report' ? { view } : {}),
    ...(typeof search === 'string' ? { search } : {}),
  }),
  component: Home,
});

function Home() {
  usePageHead(homeHead);
  const { view, show } = useHomeView();
  const [request, setRequest] = useSearchRequest();
  const check = useCheck(request, () => setRequest(undefined));
  const removals = useRemovals().filter(isPending);
  useEffect(() => whenIdle([reportEntry.fetch, reportForm.fetch]), []);
  const shown = useShownRemoval();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per request.
  useEffect(() => {
    if (!shown) return;
    showRemoval(undefined);
    void searchFor(shown.username);
  }, [shown]);

  const choose = async (next: HomeView) => {
    // Otherwise the tab would show nothing.
    if (next === 'list' && check.list.isHidden) check.clear();
    await show(next);
    scrollToElement('content-area');
  };
  const searchFor = async (username: string) => {
    setRequest({ username });
    await show('list');
  };
  const search = (text: string) => {
    check.search(text);
    if (view === 'report') void show('list');
  };
  return (
    <div className="mx-auto grid max-w-page gap-16 pb-20">
      <div className="flex flex-col">
        <Hero box={<CheckPanel check={{ ...check, search }} />} films={<FilmCarousel />} />
        {/* First without scripts, which would scroll to it. */}
        <div className="noscript:-order-1 noscript:pt-4 pb-8 empty:hidden">
          <Answer check={check} />
        </div>
        <IndexTabs views={views} view={view} onChoose={(next) => void choose(next)} />
        <div
          id="content-area"
          className="paper grid scroll-mt-34 gap-6 rounded-lg rounded-t-none p-4 shadow-page sm:p-8 md:rounded-t-lg md:p-10"
        >
          {view === 'list' ? (
            <>
              <LazyPaidRemovals />
              <NaughtyList
                check={check}
                removalsUnderWay={new Set(removals.map(reportOf))}
                renderDetails={(report, hasOpenRemoval) => (
                  <Lazy chunk={reportEntry} label="Turning the page…" className="my-4 h-96 w-full">
                    {(ReportEntry) => <ReportEntry report={report} hasOpenRemoval={hasOpenRemoval} />}
                  </Lazy>
                )}
              />
            </>
          ) : (
            <Lazy
              chunk={reportForm}
              label="Fetching the form…"
              className="mx-auto h-[48rem] w-full max-w-[44rem]"
            >
              {(ReportForm) => (
                <ReportForm
                  onReported={() => void choose('list')}
                  onSearch={(username) => void searchFor(username)}
                />
              )}
            </Lazy>
          )}
        </div>
      </div>
      <section aria-labelledby="films-title" className="grid gap-4 md:hidden">
        <h2 id="films-title" className="text-2xl text-gold-300">
          Now showing at the North Pole
        </h2>
        <FilmCarousel />
      </section>
      <TokenSection />
      <JoinSection />
      <WorkshopSection />
    </div>
  );
}

function useHomeView() {
  const navigate = Route.useNavigate();
  const view: HomeView = Route.useSearch().view ?? 'list';
  const show = (next: HomeView) =>
    navigate({ search: next === 'report' ? { view: next } : {}, replace: true, resetScroll: false });
  return { view, show };
}

/**
 * The search of a shared link (`?search=` or `#search=`): applied on load, scrolled to after 100 ms, then removed from
 * the URL. Other parts of the page set later requests.
 */
function useSearchRequest() {
  const navigate = Route.useNavigate();
  const { search } = Route.useSearch();
  const hash = useLocation({ select: (location) => location.hash });
  const [request, setRequest] = useState<SearchRequest | undefined>(() => {
    const username = search?.trim() || sharedSearch('', hash);
    // A search in the query was sent to the server with the page; one in the fragment was not.
    return username ? { username, mayBePrivate: !search } : undefined;
  });
  const [isShared, setIsShared] = useState(request !== undefined);
  useEffect(() => {
    if (!isShared) return;
    const timer = setTimeout(() => {
      scrollToElement(document.getElementById(ANSWER_ID) ? ANSWER_ID : 'naughty-list');
      setIsShared(false);
      // The visitor may have navigated meanwhile.
      if (window.location.pathname !== homeHead.path) return;
      void navigate({ search: {}, hash: '', replace: true, resetScroll: false });
    }, HOME_SCROLL_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isShared, navigate]);
  return [request, setRequest] as const;
}

const reportForm = createChunk(() =>
  import('../features/report-form/report-form.tsx').then(({ ReportForm }) => ReportForm),
);
/** The details of an opened report. */
const reportEntry = createChunk(() => import('./-report-entry.tsx').then(({ ReportEntry }) => ReportEntry));
const paidRemovals = createChunk(() =>
  import('../features/payment/removal/paid-removals.tsx').then(({ PaidRemovals }) => PaidRemovals),
);

function LazyPaidRemovals() {
  const isWanted = useRemovals().some(isPaid);
  const { value: PaidRemovals } = paidRemovals.use(isWanted);
  return isWanted && PaidRemovals ? <PaidRemovals /> : null;
}
