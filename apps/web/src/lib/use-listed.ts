import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { ListQueries } from './list-queries.ts';

/**
 * The visible part of a list. Browsing (`term` is empty): the first `pageSize` entries, growing by `pageSize`, with the
 * next thousand loaded as needed. Searching: all results.
 */
export function useListed<Item extends { id: number }>(
  queries: ListQueries<Item>,
  { term, pageSize }: { term: string; pageSize: number },
) {
  const [shownCount, setShownCount] = useState(pageSize);
  const all = useInfiniteQuery(queries.all);
  const found = useQuery({ ...queries.search(term), enabled: term !== '' });

  const isSearching = term !== '';
  // Rendered as a deferred update, so that the page stays responsive.
  const rendered = useDeferredValue(all.data);
  const pages = rendered?.pages ?? [];
  const loaded = withoutRepeats(pages.flatMap((page) => page.items));
  const total = Math.max(loaded.length, pages.at(-1)?.total ?? 0);
  const isRenderPending = all.isSuccess && rendered === undefined;
  const query = isSearching ? found : all;

  const loadMore = async () => {
    const next = Math.min(shownCount, loaded.length) + pageSize;
    // Set before the response, which may arrive after the visitor returned to the first page.
    setShownCount(next);
    if (next > loaded.length && all.hasNextPage) await all.fetchNextPage();
  };
  return {
    isSearching,
    allLoaded: loaded,
    items: isSearching ? (found.data ?? []) : loaded.slice(0, shownCount),
    total: isSearching ? (found.data?.length ?? 0) : total,
    /** Whether the gateway served any page from its cache because the service was unavailable. */
    isStale: !isSearching && pages.some((page) => page.isStale),
    hasMore: !isSearching && (shownCount < loaded.length || all.hasNextPage),
    isLoading:
      query.isPending ||
      (query.isError && query.isFetching && !query.data) ||
      (!isSearching && isRenderPending),
    isLoadingMore: all.isFetchingNextPage,
    error: query.isError ? query.error : undefined,
    retry: (): Promise<unknown> => query.refetch(),
    loadMore,
    showFirstPage: () => setShownCount(pageSize),
  };
}

export type Listed<Item extends { id: number }> = ReturnType<typeof useListed<Item>>;

/** Removes duplicates: a new entry pushes the last one of a page onto the next. */
function withoutRepeats<Item extends { id: number }>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}
