import { listReports, searchReports } from 'virtual:endpoints/reports';
import { REPORT_PAGE_MAX } from '@naughty-list/contracts/case-texts';
import type { ScamCategory } from '@naughty-list/contracts/report-input';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

type ListCalls<Item extends { id: number }> = {
  /** First part of the query keys. */
  key: string;
  /** Name of the part of the list that is queried; by default all of it. */
  part?: string | undefined;
  list: (
    page: { limit: number; offset?: number; before?: number },
    signal: AbortSignal,
  ) => Promise<{ body: Item[]; headers: Headers }>;
  search: (q: string, signal: AbortSignal) => Promise<Item[]>;
};

/** Start of a page: older than the entry with the id `before`; `loaded` entries precede it. */
type Cursor = { loaded: number; before?: number };

/** Queries of a list: pages of a thousand, which for most visitors is the whole list, or a server search. */
export function createListQueries<Item extends { id: number }>({
  key,
  part = 'all',
  list,
  search,
}: ListCalls<Item>) {
  return {
    all: infiniteQueryOptions({
      queryKey: [key, part],
      initialPageParam: { loaded: 0 } as Cursor,
      queryFn: async ({ pageParam, signal }) => {
        const { loaded, before } = pageParam;
        const from = before === undefined ? { offset: 0 } : { before };
        const { body, headers } = await list({ limit: REPORT_PAGE_MAX, ...from }, signal);
        const total = Number(headers.get('x-total-count') ?? Number.NaN);
        // Warning 110 (RFC 7234): the gateway serves a cached response while the service is unavailable.
        const isStale = headers.get('warning')?.startsWith('110') ?? false;
        return { items: body, loaded, total: Number.isFinite(total) ? total : undefined, isStale };
      },
      getNextPageParam: (last): Cursor | undefined => {
        const loaded = last.loaded + last.items.length;
        const isWhole = last.total === undefined ? last.items.length < REPORT_PAGE_MAX : loaded >= last.total;
        const before = last.items.at(-1)?.id;
        return isWhole || before === undefined ? undefined : { loaded, before };
      },
    }),
    /** A server search; `term` must not be empty. */
    search: (term: string) =>
      queryOptions({
        queryKey: [key, 'search', term, part],
        queryFn: ({ signal }) => search(term, signal),
      }),
    /** Invalidates the list and every search after an entry was added or removed. */
    refresh: (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: [key] }),
  };
}

export type ListQueries<Item extends { id: number }> = ReturnType<typeof createListQueries<Item>>;

/** Queries of the reports of one category, or of all. */
export const queriesOf = (category?: ScamCategory) =>
  createListQueries({
    key: 'scammer-reports',
    part: category,
    list: (page, signal) => api.callFull(listReports, { query: { ...page, category } }, { signal }),
    search: (q, signal) => api.call(searchReports, { query: { q, category } }, { signal }),
  });

export const naughtyListQueries = queriesOf();
