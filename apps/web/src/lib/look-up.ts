import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';
import type { LookUpAnswer } from './private-check.ts';

/**
 * What both lists say about a term; refreshed with the reports. The schema, and the code for private look-ups, are loaded
 * on first use.
 */
export const lookUpQuery = (term: string, isPrivate = false) =>
  queryOptions({
    queryKey: ['scammer-reports', 'look-up', term, isPrivate],
    queryFn: async ({ signal }): Promise<LookUpAnswer> => {
      if (isPrivate) return (await import('./private-check.ts')).lookUpPrivately(term, signal);
      const { lookUp } = await import('virtual:endpoints/look-up');
      return api.call(lookUp, { query: { q: term } }, { signal });
    },
  });
