import {
  listReports,
  REPORT_PAGE_MAX,
  type Report,
  reportListTexts,
  searchReports,
} from '@naughty-list/contracts/reports';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

const reportsKey = ['scammer-reports'] as const;

/** A thousand reports at a time: the whole list for most visitors, the next thousand for those who read on. */
export const allReportsQuery = infiniteQueryOptions({
  queryKey: [...reportsKey, 'all'],
  initialPageParam: 0,
  queryFn: async ({ pageParam, signal }) => {
    const query = { limit: REPORT_PAGE_MAX, offset: pageParam };
    const { body, headers } = await api.callFull(listReports, { query }, { signal });
    const total = Number(headers.get('x-total-count') ?? Number.NaN);
    return { reports: body, offset: pageParam, total: Number.isFinite(total) ? total : undefined };
  },
  getNextPageParam: (last) => {
    const next = last.offset + last.reports.length;
    const isWhole = last.total === undefined ? last.reports.length < REPORT_PAGE_MAX : next >= last.total;
    return isWhole || last.reports.length === 0 ? undefined : next;
  },
});

/** The server's answer to a search; `term` must not be empty. */
export function searchReportsQuery(term: string) {
  return queryOptions({
    queryKey: [...reportsKey, 'search', term],
    queryFn: ({ signal }) => {
      if (term === '') throw new Error(reportListTexts.emptySearch);
      return api.call(searchReports, { query: { q: term } }, { signal });
    },
  });
}

/** Each report once: a report that comes in while somebody reads on pushes the last of a page onto the next. */
export function withoutRepeats(reports: readonly Report[]): Report[] {
  return [...new Map(reports.map((report) => [report.id, report])).values()];
}

/** After a report came or went: the list and every search are asked again. */
export function refreshReports(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: reportsKey });
}
