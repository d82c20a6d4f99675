import { REPORT_PAGE_MAX } from '@naughty-list/contracts/list-limits';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';

type ListCalls<Item> = {
  /** Cache key of the list. */
  key: string;
  /** Part of the list, if not all of it. */
  part?: string | undefined;
  list: (
    page: { limit: number; offset: number },
    signal: AbortSignal,
  ) => Promise<{ body: Item[]; headers: Headers }>;
  search: (q: string, signal: AbortSignal) => Promise<Item[]>;
};

/** Queries of a list: pages of a thousand, which for most visitors is the whole list, or a server search. */
export function createListQueries<Item>({ key, part = 'all', list, search }: ListCalls<Item>) {
  return {
    all: infiniteQueryOptions({
      queryKey: [key, part],
      initialPageParam: 0,
      queryFn: async ({ pageParam, signal }) => {
        const { body, headers } = await list({ limit: REPORT_PAGE_MAX, offset: pageParam }, signal);
        const total = Number(headers.get('x-total-count') ?? Number.NaN);
        // The gateway serves a cached response while the service is unavailable.
        const isSaved = headers.get('warning')?.startsWith('110') ?? false;
        return { items: body, offset: pageParam, total: Number.isFinite(total) ? total : undefined, isSaved };
      },
      getNextPageParam: (last) => {
        const next = last.offset + last.items.length;
        const isWhole = last.total === undefined ? last.items.length < REPORT_PAGE_MAX : next >= last.total;
        return isWhole || last.items.length === 0 ? undefined : next;
      },
    }),
    /** A server search; `term` must not be empty. */
    search: (term: string) =>
      queryOptions({
        queryKey: [key, 'search', term, part],
        queryFn: ({ signal }) => {
          if (term === '') throw new Error('there is nothing to search for');
          return search(term, signal);
        },
      }),
    /** Invalidates the list and every search after an entry was added or removed. */
    refresh: (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: [key] }),
  };
}

export type ListQueries<Item> = ReturnType<typeof createListQueries<Item>>;
