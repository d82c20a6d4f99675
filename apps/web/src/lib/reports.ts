import { listReports, searchReports } from 'virtual:endpoints/reports';
import type { QueryClient } from '@tanstack/react-query';
import { api } from './api.ts';
import { createListQueries } from './list-queries.ts';

export const naughtyListQueries = createListQueries({
  key: 'scammer-reports',
  list: (query, signal) => api.callFull(listReports, { query }, { signal }),
  search: (q, signal) => api.call(searchReports, { query: { q } }, { signal }),
});

/** Call after a report was added or removed. */
export function refreshReports(queryClient: QueryClient): Promise<void> {
  return naughtyListQueries.refresh(queryClient);
}
