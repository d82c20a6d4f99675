import type { ScamCategory } from '@naughty-list/contracts/report-input';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { categoryChoices } from '../../lib/category-label.ts';
import { lookUpQuery } from '../../lib/look-up.ts';
import { useRenderedNow } from '../../lib/rendered-now.ts';
import { queriesOf } from '../../lib/reports.ts';
import { SEARCH_SCROLL_DELAY_MS } from '../../lib/scroll.ts';
import { useListed } from '../../lib/use-listed.ts';
import { Chips } from '../../ui/chips.tsx';
import { ListHead } from '../../ui/list-head.tsx';
import { ListedEntries } from '../../ui/listed-entries.tsx';
import { Answer } from './answer.tsx';
import { KeepPlace } from './keep-place.tsx';
import { ListEmpty, NothingFound } from './list-states.tsx';
import { PrivateToggle, privateMode } from './private-mode.tsx';
import { type RenderDetails, ReportCard } from './report-card.tsx';
import { SearchBox } from './search-box.tsx';
import { suggestUsernames } from './suggestions.ts';

const PAGE_SIZE = 5;
const filters = [['all', 'All'], ...categoryChoices] as const;

/**
 * A search from outside the panel (shared link or notice). A new object with the same name is a new request. It is private if the
 * server does not know its name yet, and the private mode is on.
 */
export type SearchRequest = { username: string; mayBePrivate?: boolean };

const isAskedPrivately = (request: SearchRequest | undefined) =>
  request?.mayBePrivate === true && privateMode.get().isOn;

type NaughtyListProps = {
  request: SearchRequest | undefined;
  onClear: () => void;
  /** Reports with a pending removal; their cards start open. */
  removalsUnderWay: ReadonlySet<number>;
  renderDetails: RenderDetails;
};

/** The Naughty List: search and browse. */
export function NaughtyList({ request, onClear, removalsUnderWay, renderDetails }: NaughtyListProps) {
  const [typed, setTyped] = useState(request?.username ?? '');
  const [term, setTerm] = useState(request?.username.trim() ?? '');
  const [isPrivate, setIsPrivate] = useState(() => isAskedPrivately(request));
  const [taken, setTaken] = useState(request);
  const [category, setCategory] = useState<ScamCategory>();
  const shown = useDeferredValue(category);
  const list = useSearched(term, shown, isPrivate);
  const now = useRenderedNow();

  const search = (text: string) => {
    setTyped(text);
    const next = text.trim();
    const { isOn } = privateMode.get();
    if (next === term && isOn === isPrivate) void list.retry();
    setIsPrivate(isOn);
    setTerm(next);
  };
  if (request !== taken) {
    setTaken(request);
    setTyped(request?.username ?? '');
    setTerm(request?.username.trim() ?? '');
    setIsPrivate(isAskedPrivately(request));
    setCategory(undefined);
  }
  const filter = (choice: ScamCategory | 'all') => {
    setCategory(choice === 'all' ? undefined : choice);
    list.showFirstPage();
  };
  const clear = () => {
    setTyped('');
    setTerm('');
    filter('all');
    onClear();
  };
  const first = useScrollToFirst(list.isSearching ? list.items[0]?.id : undefined, term);

  return (
    <section id="naughty-list" aria-labelledby="naughty-list-title" className="grid gap-5">
      <ListHead
        title="The Naughty List"
        titleId="naughty-list-title"
        titleColor="text-cranberry-700"
        hint="Click on an entry to expand it and read the whole story."
        search={
          <>
            <SearchBox
              typed={typed}
              suggestions={suggestUsernames(list.allLoaded, typed)}
              canClear={typed !== '' || list.isSearching}
              onType={setTyped}
              onSearch={search}
              onClear={clear}
            />
            <PrivateToggle onToggle={() => setTerm('')} />
          </>
        }
      />
      <Chips
        legend={<span className="sr-only">Category</span>}
        name="category"
        choices={filters}
        chosen={category ?? 'all'}
        onChoose={filter}
        className="-m-1 overflow-x-auto p-1"
      />
      <KeepPlace
        ids={list.items.map(({ id }) => id)}
        term={`${term} ${shown}`}
        titleId="naughty-list-title"
        className="min-h-96"
      >
        {list.answer && (
          <Answer answer={list.answer} found={shown ? undefined : list.items.length} onSearch={search} />
        )}
        <ListedEntries
          list={list}
          noun={{ one: 'report', many: 'reports' }}
          loadingText="Loading scammer reports..."
          empty={shown ? <NothingFound onClear={clear} /> : <ListEmpty />}
          nothingFound={isPrivate ? null : <NothingFound onClear={clear} />}
        >
          {list.items.map((report, index) => (
            <ReportCard
              key={report.id}
              report={report}
              now={now}
              ref={index === 0 ? first : undefined}
              hasOpenRemoval={removalsUnderWay.has(report.id)}
              renderDetails={renderDetails}
            />
          ))}
        </ListedEntries>
      </KeepPlace>
    </section>
  );
}

/**
 * The list, with the answer to a search; loading or failed until both are there. A private search shows no list,
 * because reports are not searched by text then.
 */
function useSearched(term: string, category: ScamCategory | undefined, isPrivate: boolean) {
  const isSearching = term !== '';
  const all = useListed(queriesOf(category), { term: isPrivate ? '' : term, pageSize: PAGE_SIZE });
  const answer = useQuery({ ...lookUpQuery(term, isPrivate), enabled: isSearching });
  if (!isSearching) return { ...all, answer: undefined };
  const list = isPrivate
    ? { ...all, isSearching, isLoading: answer.isPending, error: undefined, items: [] }
    : all;
  const isLoading = list.isLoading || (answer.isFetching && !answer.data);
  const error = list.error ?? answer.error ?? undefined;
  return {
    ...list,
    isLoading,
    error,
    answer: isLoading || error ? undefined : answer.data,
    retry: () => Promise.all([all.retry(), answer.refetch()]),
  };
}

/** Scrolls the first result to the middle of the window 300 ms after it appeared. */
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
