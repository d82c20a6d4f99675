import { lookUp } from 'virtual:endpoints/look-up';
import type { LookUp } from '@naughty-list/contracts/look-up';
import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';
import type { Answered } from './private-check.ts';

/** What both lists say about a term; refreshed with the reports. The code of private look-ups is loaded with the first. */
export const lookUpQuery = (term: string, isPrivate = false) =>
  queryOptions({
    queryKey: ['scammer-reports', 'look-up', term, isPrivate],
    queryFn: async ({ signal }): Promise<Answered> =>
      isPrivate
        ? (await import('./private-check.ts')).lookUpPrivately(term, signal)
        : api.call(lookUp, { query: { q: term } }, { signal }),
  });

/** `once, since 2026-11-21`; the date is that of UTC, the same in the browser as at the server. */
export const times = ({ times: count, since }: NonNullable<LookUp['naughty']>): string =>
  `${count === 1 ? 'once' : `${count} times`}, since ${since.slice(0, 10)}`;
