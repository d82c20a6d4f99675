import {
  getDailyVisits,
  getTopPages,
  getTopReferrers,
  getTotalVisits,
  getWeeklyVisits,
  WEEKS_DEFAULT,
} from '@naughty-list/contracts/analytics';
import { queryOptions } from '@tanstack/react-query';
import { adminApi } from '../session/admin-api.ts';

// Visits keep arriving, so a reopened panel refetches.
const key = (...names: readonly unknown[]) => ({ queryKey: ['admin', 'analytics', ...names], staleTime: 0 });

export const dailyQuery = (days: number) =>
  queryOptions({
    ...key('daily', days),
    queryFn: ({ signal }) => adminApi.call(getDailyVisits, { query: { days } }, { signal }),
  });

export const weeklyQuery = queryOptions({
  ...key('weekly'),
  queryFn: ({ signal }) => adminApi.call(getWeeklyVisits, { query: { weeks: WEEKS_DEFAULT } }, { signal }),
});

export const totalQuery = queryOptions({
  ...key('total'),
  queryFn: ({ signal }) => adminApi.call(getTotalVisits, {}, { signal }),
});

export const topPagesQuery = (days: number) =>
  queryOptions({
    ...key('pages', days),
    queryFn: ({ signal }) => adminApi.call(getTopPages, { query: { days } }, { signal }),
  });

export const topReferrersQuery = (days: number) =>
  queryOptions({
    ...key('referrers', days),
    queryFn: ({ signal }) => adminApi.call(getTopReferrers, { query: { days } }, { signal }),
  });
