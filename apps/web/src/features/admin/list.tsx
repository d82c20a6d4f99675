import { formatWhole } from '@naughty-list/contracts/tokens';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import ChevronFirst from 'lucide-react/icons/chevron-first';
import ChevronLast from 'lucide-react/icons/chevron-last';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { controlClasses, Form, SelectField } from '../../ui/field.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { ListFailed, ListLoading, Notice } from '../../ui/states.tsx';
import { WaxSeal } from '../../ui/wax-seal.tsx';
import { type Address, oneOf, pageOf, useAddress } from './use-address.ts';

const ROWS_PER_PAGE = 25;

/** A filter in the URL. The default is the empty value, which the URL omits. */
export type Filter = {
  name: string;
  label: string;
  choices: readonly { value: string; label: string }[];
  /** Takes a full line on a phone, for long options. */
  isWide?: boolean;
};

export type Noun = { one: string; many: string };

export type ListOptions<Row> = {
  /** Cache key. */
  name: string;
  noun: Noun;
  /** Name of the list in the texts of loading and failing: `reports`. */
  listName: string;
  /** Shown for an empty list without filters. */
  empty: { title: string; text: string };
  filters: readonly Filter[];
  /** Calls the endpoint, which validates the query. */
  load: (query: never, options: { signal: AbortSignal }) => Promise<{ body: Row[]; headers: Headers }>;
};

/** `1 report`, `1,000 reports`. */
export function counted(count: number, { one, many }: Noun): string {
  return `${formatWhole(count)} ${count === 1 ? one : many}`;
}

const pageInAddress = (page: number): Address => ({ page: page === 1 ? undefined : String(page) });

/** A page of a long list with its search and filters, all in the URL; the previous page stays while the next one loads. */
export function useList<Row>({ load, ...options }: ListOptions<Row>) {
  const { name, filters } = options;
  const [address, change] = useAddress();
  const q = (address.q ?? '').trim().slice(0, 200);
  const chosen = Object.fromEntries(
    filters.map((filter) => {
      const values = filter.choices.map(({ value }) => value);
      return [filter.name, oneOf(values, address[filter.name]) || undefined];
    }),
  );
  const page = pageOf(address.page);
  const query = useQuery({
    queryKey: ['admin', name, q, chosen, page],
    queryFn: async ({ signal }) => {
      const slice = { limit: ROWS_PER_PAGE, offset: (page - 1) * ROWS_PER_PAGE };
      const { body, headers } = await load({ q, ...chosen, ...slice } as never, { signal });
      return { rows: body, total: Number(headers.get('x-total-count') ?? body.length), page };
    },
    placeholderData: keepPreviousData,
    // Other admins make changes too, so a reopened list refetches.
    staleTime: 0,
  });
  const { data, isPlaceholderData } = query;
  const lastPage = Math.max(1, Math.ceil((data?.total ?? 0) / ROWS_PER_PAGE));
  const isBeyondEnd = data !== undefined && !isPlaceholderData && page > lastPage;
  useEffect(() => {
    if (isBeyondEnd) void change(pageInAddress(lastPage), { replace: true });
  }, [isBeyondEnd, lastPage, change]);
  const top = useRef<HTMLDivElement>(null);
  const setFilters = (changes: Address) => void change({ ...changes, page: undefined });
  const noFilters = Object.fromEntries(Object.keys(chosen).map((each) => [each, undefined]));
  return {
    ...options,
    q,
    chosen,
    /** Changes the filters and returns to the first page. */
    setFilters,
    showAll: () => setFilters({ q: undefined, ...noFilters }),
    isFiltered: q !== '' || Object.values(chosen).some((value) => value !== undefined),
    rows: data?.rows ?? [],
    total: data?.total ?? 0,
    page,
    /** The page of the visible rows; the previous one while the next one loads. */
    shownPage: data?.page ?? page,
    lastPage,
    isLoading: query.isPending || (query.isError && query.isFetching),
    isPaging: isPlaceholderData,
    error: query.isError ? query.error : undefined,
    retry: () => void query.refetch(),
    top,
    async goTo(next: number) {
      await change(pageInAddress(next));
      top.current?.scrollIntoView({ block: 'start' });
      top.current?.focus({ preventScroll: true });
    },
  };
}

type List<Row> = ReturnType<typeof useList<Row>>;

/** `Showing 26 to 50 of 1,234 reports, newest first`; empty until the total is known. */
export function ListSummary({ list }: { list: List<unknown> }) {
  const { rows, total, shownPage, error, isLoading, noun } = list;
  const first = (shownPage - 1) * ROWS_PER_PAGE + 1;
  const to = rows.length > 1 ? ` to ${formatWhole(first + rows.length - 1)}` : '';
  return (
    <p role="status" className="figures text-ink-700">
      {!isLoading &&
        !error &&
        rows.length > 0 &&
        `Showing ${formatWhole(first)}${to} of ${counted(total, noun)}, newest first`}
    </p>
  );
}

/** The search and the filters. */
export function ListFilters({ list, placeholder }: { list: List<unknown>; placeholder: string }) {
  return (
    <div className="flex flex-wrap items-end gap-3">
      <TermField
        label="Search"
        placeholder={placeholder}
        term={list.q}
        onSearch={(term) => list.setFilters({ q: term || undefined })}
      />
      {list.filters.map(({ name, ...filter }) => (
        <SelectField
          key={name}
          {...filter}
          value={list.chosen[name] ?? ''}
          onChoose={(value) => list.setFilters({ [name]: value || undefined })}
        />
      ))}
    </div>
  );
}

type TermFieldProps = {
  label: string;
  placeholder: string;
  /** The search term of the URL; empty means no filter. */
  term: string;
  onSearch: (term: string) => void;
};

/** A search field in sync with the URL, also on back navigation. */
export function TermField({ label, placeholder, term, onSearch }: TermFieldProps) {
  const [typed, setTyped] = useState(term);
  useEffect(() => setTyped(term), [term]);
  return (
    <div className="min-w-0 basis-full lg:flex-1 lg:basis-64">
      <SearchField
        label={label}
        typed={typed}
        canClear={typed !== '' || term !== ''}
        onType={setTyped}
        onSearch={(text) => onSearch(text.trim())}
        onClear={() => {
          setTyped('');
          if (term !== '') onSearch('');
        }}
        input={{ type: 'search', placeholder, maxLength: 200 }}
      />
    </div>
  );
}

type ListPageProps<Row> = {
  list: List<Row>;
  tone?: 'gold' | 'cranberry' | 'pine';
  children: (rows: Row[]) => ReactNode;
};

/** The rows of the page and the pager, or the list's loading, error or empty state. */
export function ListPage<Row>({ list, tone = 'gold', children }: ListPageProps<Row>) {
  const { rows, error, isPaging, listName, empty, noun } = list;
  const art = <WaxSeal letter="?" tone={tone} className="size-16" />;
  return (
    <div ref={list.top} tabIndex={-1} aria-busy={isPaging} className={isPaging ? 'opacity-60' : undefined}>
      {list.isLoading ? (
        <ListLoading text={`Loading ${listName}…`} />
      ) : error ? (
        <ListFailed title={`Failed to fetch ${listName}`} error={error} onRetry={list.retry} />
      ) : rows.length > 0 ? (
        <>
          {children(rows)}
          <div className="border-t border-parchment-400">
            <Pager page={list.page} lastPage={list.lastPage} onGo={(next) => void list.goTo(next)} />
          </div>
        </>
      ) : list.isFiltered ? (
        <Notice title={`No matching ${noun.many} found`} art={art}>
          <p>Try other words or a wider filter, or show all.</p>
          <Button look="ink" onClick={list.showAll}>
            Show all
          </Button>
        </Notice>
      ) : (
        <Notice title={empty.title} art={art}>
          <p>{empty.text}</p>
        </Notice>
      )}
    </div>
  );
}

type PagerProps = { page: number; lastPage: number; onGo: (page: number) => void };

/** Pager of a long list: previous, next, first, last, or a page number. */
export function Pager(props: PagerProps) {
  const { page, lastPage, onGo } = props;
  const fieldId = useId();
  const [typed, setTyped] = useState(String(page));
  useEffect(() => setTyped(String(page)), [page]);
  if (lastPage === 1) return null;
  const jump = () => {
    const wanted = Math.min(Math.max(1, Math.trunc(Number(typed)) || page), lastPage);
    setTyped(String(wanted));
    if (wanted !== page) onGo(wanted);
  };
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-center gap-2 pt-4">
      <PageButton label="First page" Icon={ChevronFirst} to={1} isWideOnly {...props} />
      <PageButton label="Previous page" Icon={ChevronLeft} to={page - 1} {...props} />
      <Form onSubmit={jump} className="figures flex items-center gap-2 px-1">
        <label htmlFor={fieldId}>Page</label>
        <input
          id={fieldId}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className={`${controlClasses} max-w-20 text-center`}
        />
        <span>of {formatWhole(lastPage)}</span>
      </Form>
      <PageButton label="Next page" Icon={ChevronRight} to={page + 1} {...props} />
      <PageButton label="Last page" Icon={ChevronLast} to={lastPage} isWideOnly {...props} />
    </nav>
  );
}

type PageButtonProps = PagerProps & {
  label: string;
  Icon: LucideIcon;
  to: number;
  /** Hidden on narrow screens, where the page number does the same. */
  isWideOnly?: boolean;
};

/** Stays focusable while disabled, to keep the focus on the first and last page. */
function PageButton({ page, lastPage, onGo, label, Icon, to, isWideOnly = false }: PageButtonProps) {
  const isOff = to === page || to < 1 || to > lastPage;
  return (
    <Button
      look="outline"
      Icon={Icon}
      aria-label={label}
      title={label}
      aria-disabled={isOff}
      onClick={() => onGo(to)}
      className={isWideOnly ? 'px-3 max-sm:hidden' : 'px-3'}
    />
  );
}
