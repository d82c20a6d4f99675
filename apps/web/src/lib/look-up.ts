import { lookUp } from 'virtual:endpoints/look-up';
import type { LookUp } from '@naughty-list/contracts/look-up';
import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** What both lists say about a term; refreshed with the reports. */
export const lookUpQuery = (term: string) =>
  queryOptions({
    queryKey: ['scammer-reports', 'look-up', term],
    queryFn: ({ signal }) => api.call(lookUp, { query: { q: term } }, { signal }),
  });

/** `once, since 2026-11-21`; the date is that of UTC, the same in the browser as at the server. */
export const times = ({ times: count, since }: NonNullable<LookUp['naughty']>): string =>
  `${count === 1 ? 'once' : `${count} times`}, since ${since.slice(0, 10)}`;
