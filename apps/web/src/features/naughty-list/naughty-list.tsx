import type { Report } from '@naughty-list/contracts/reports';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { SEARCH_SCROLL_DELAY_MS } from '../../lib/scroll.ts';
import { useNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { Flourish } from '../../ui/flourish.tsx';
import { ListEmpty, ListFailed, ListLoading, NothingFound } from './list-states.tsx';
import { ReportCard } from './report-card.tsx';
import { SearchBox } from './search-box.tsx';
import { suggestUsernames } from './suggestions.ts';
import { useReportList } from './use-report-list.ts';

const MINUTE_MS = 60_000;

/** A search that comes from outside the panel: a shared link, or a notice. The same name again is a new request. */
export type SearchRequest = { username: string };

type NaughtyListProps = {
  request: SearchRequest | undefined;
  onClear: () => void;
  /** Reports whose paid removal is under way; their cards start open. */
  removalsUnderWay: ReadonlySet<number>;
  renderRemoval: (report: Report) => ReactNode;
};

/** The ledger: look somebody up, or read on. */
export function NaughtyList({ request, onClear, removalsUnderWay, renderRemoval }: NaughtyListProps) {
  const [typed, setTyped] = useState(request?.username ?? '');
  const [term, setTerm] = useState(request?.username.trim() ?? '');
  const [taken, setTaken] = useState(request);
  const list = useReportList(term);
  const now = useNow(MINUTE_MS);

  const search = (text: string) => {
    setTyped(text);
    const next = text.trim();
    if (next === term) void list.retry();
    setTerm(next);
  };
  if (request !== taken) {
    setTaken(request);
    setTyped(request?.username ?? '');
    setTerm(request?.username.trim() ?? '');
  }
  const clear = () => {
    setTyped('');
    setTerm('');
    list.showFirstPage();
    onClear();
  };
  const first = useScrollToFirst(list.isSearching ? list.reports[0]?.id : undefined, term);

  return (
    <section id="naughty-list" aria-labelledby="naughty-list-title" className="grid gap-5">
      <div className="grid gap-4 md:grid-cols-[1fr_1.2fr] md:items-end md:gap-10">
        <div className="grid gap-2 max-md:order-last">
          <h2 id="naughty-list-title" tabIndex={-1} className="text-2xl text-cranberry-700 md:text-3xl">
            The Naughty List
          </h2>
          <Flourish className="hidden w-56 text-parchment-400 md:block" />
          <p className="text-ink-700">Click on an entry to expand it and read the whole story.</p>
        </div>
        <SearchBox
          typed={typed}
          suggestions={suggestUsernames(list.allLoaded, typed)}
          canClear={typed !== '' || list.isSearching}
          onType={setTyped}
          onSearch={search}
          onClear={clear}
        />
      </div>
      <div className="min-h-96">
        <ListBody list={list} onClear={clear}>
          {list.reports.map((report, index) => (
            <ReportCard
              key={report.id}
              report={report}
              now={now}
              ref={index === 0 ? first : undefined}
              hasOpenRemoval={removalsUnderWay.has(report.id)}
              renderRemoval={renderRemoval}
            />
          ))}
        </ListBody>
      </div>
    </section>
  );
}

type ListBodyProps = { list: ReturnType<typeof useReportList>; onClear: () => void; children: ReactNode };

function ListBody({ list, onClear, children }: ListBodyProps) {
  if (list.isLoading) return <ListLoading />;
  if (list.error) {
    const title = list.isSearching ? 'Failed to search' : 'Failed to fetch reports';
    return <ListFailed title={title} error={list.error} onRetry={() => void list.retry()} />;
  }
  if (list.reports.length === 0) return list.isSearching ? <NothingFound onClear={onClear} /> : <ListEmpty />;
  return (
    <>
      <p role="status" className="figures px-1 pb-3 text-ink-700">
        {list.isSearching
          ? `${list.total.toLocaleString('en-US')} ${list.total === 1 ? 'report matches' : 'reports match'} your search`
          : `Showing ${list.reports.length.toLocaleString('en-US')} of ${list.total.toLocaleString('en-US')}, newest first`}
      </p>
      {children}
      {list.hasMore && (
        <div className="grid justify-items-center border-t border-parchment-400 pt-6">
          <Button
            look="ink"
            disabled={list.isLoadingMore}
            onClick={() => void list.loadMore()}
            className="px-8"
          >
            Load More Entries
          </Button>
        </div>
      )}
    </>
  );
}

/** The first result comes to the middle of the window, 300 ms after it was found. */
function useScrollToFirst(firstId: number | undefined, term: string) {
  const first = useRef<HTMLElement>(null);
  useEffect(() => {
    if (firstId === undefined || term === '') return;
    const timer = setTimeout(() => {
      const behavior = window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
      first.current?.scrollIntoView({ behavior, block: 'center' });
    }, SEARCH_SCROLL_DELAY_MS);
    return () => clearTimeout(timer);
  }, [firstId, term]);
  return first;
}
