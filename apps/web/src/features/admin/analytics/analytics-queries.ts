import {
  getDailyVisits,
  getLiveVisitors,
  getTopCountries,
  getTopDevices,
  getTopPages,
  getTopReferrers,
  getTotalVisits,
  getWeeklyVisits,
  type VisitFilter,
  WEEKS_DEFAULT,
} from '@naughty-list/contracts/analytics';
import { queryOptions } from '@tanstack/react-query';
import { adminApi } from '../session/admin-api.ts';

// Visits keep arriving, so a reopened panel refetches.
const key = (...names: readonly unknown[]) => ({ queryKey: ['admin', 'analytics', ...names], staleTime: 0 });

type DailyQuery = VisitFilter & { period?: 'latest' | 'previous' };

export const dailyQuery = (days: number, asked: DailyQuery = {}) =>
  queryOptions({
    ...key('daily', days, asked),
    queryFn: ({ signal }) => adminApi.call(getDailyVisits, { query: { days, ...asked } }, { signal }),
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

export const topDevicesQuery = (days: number) =>
  queryOptions({
    ...key('devices', days),
    queryFn: ({ signal }) => adminApi.call(getTopDevices, { query: { days } }, { signal }),
  });

export const topCountriesQuery = (days: number) =>
  queryOptions({
    ...key('countries', days),
    queryFn: ({ signal }) => adminApi.call(getTopCountries, { query: { days } }, { signal }),
  });

const LIVE_EVERY_MS = 15_000;

export const liveQuery = queryOptions({
  ...key('live'),
  queryFn: ({ signal }) => adminApi.call(getLiveVisitors, {}, { signal }),
  refetchInterval: LIVE_EVERY_MS,
});
