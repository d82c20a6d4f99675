import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { allReportsQuery, searchReportsQuery, withoutRepeats } from '../../lib/reports.ts';

export const PAGE_SIZE = 5;

/**
 * What the panel shows. Browsing (`term` is empty): the first five of all reports and five more at a time, beyond
 * what was loaded the next thousand. Searching: everything the server found.
 */
export function useReportList(term: string) {
  const [shownCount, setShownCount] = useState(PAGE_SIZE);
  const all = useInfiniteQuery(allReportsQuery);
  const found = useQuery({ ...searchReportsQuery(term), enabled: term !== '' });

  const isSearching = term !== '';
  const loaded = withoutRepeats(all.data?.pages.flatMap((page) => page.reports) ?? []);
  const pages = all.data?.pages ?? [];
  const total = Math.max(loaded.length, pages.at(-1)?.total ?? 0);
  const query = isSearching ? found : all;

  const loadMore = async () => {
    const next = shownCount + PAGE_SIZE;
    if (next > loaded.length && all.hasNextPage) await all.fetchNextPage();
    setShownCount(next);
  };
  return {
    isSearching,
    allLoaded: loaded,
    reports: isSearching ? (found.data ?? []) : loaded.slice(0, shownCount),
    total: isSearching ? (found.data?.length ?? 0) : total,
    hasMore: !isSearching && (shownCount < loaded.length || all.hasNextPage),
    isLoading: query.isPending || (query.isError && query.isFetching),
    isLoadingMore: all.isFetchingNextPage,
    error: query.isError ? query.error : undefined,
    retry: () => query.refetch(),
    loadMore,
    showFirstPage: () => setShownCount(PAGE_SIZE),
  };
}
