import { listReports, searchReports } from 'virtual:endpoints/reports';
import type { ScamCategory } from '@naughty-list/contracts/report-input';
import type { QueryClient } from '@tanstack/react-query';
import { api } from './api.ts';
import { createListQueries } from './list-queries.ts';

/** Queries of the reports of one category, or of all. */
export const queriesOf = (category?: ScamCategory) =>
  createListQueries({
    key: 'scammer-reports',
    part: category,
    list: (page, signal) => api.callFull(listReports, { query: { ...page, category } }, { signal }),
    search: (q, signal) => api.call(searchReports, { query: { q, category } }, { signal }),
  });

export const naughtyListQueries = queriesOf();

/** Call after a report was added or removed. */
export function refreshReports(queryClient: QueryClient): Promise<void> {
  return naughtyListQueries.refresh(queryClient);
}
