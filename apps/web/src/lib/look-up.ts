import { lookUp } from 'virtual:endpoints/look-up';
import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';
import type { Answered } from './private-check.ts';

/**
 * What both lists say about a term; refreshed with the reports. The code for private look-ups is loaded with the
 * first one.
 */
export const lookUpQuery = (term: string, isPrivate = false) =>
  queryOptions({
    queryKey: ['scammer-reports', 'look-up', term, isPrivate],
    queryFn: async ({ signal }): Promise<Answered> =>
      isPrivate
        ? (await import('./private-check.ts')).lookUpPrivately(term, signal)
        : api.call(lookUp, { query: { q: term } }, { signal }),
  });
