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
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { adminApi } from '../session/admin-api.ts';

/** Visits keep arriving, so a reopened panel refetches. */
const visitsQuery = <Data>(names: readonly unknown[], read: (signal: AbortSignal) => Promise<Data>) =>
  queryOptions({
    queryKey: ['admin', 'analytics', ...names],
    queryFn: ({ signal }) => read(signal),
    staleTime: 0,
  });

type DailyQuery = VisitFilter & { period?: 'latest' | 'previous' };

export const dailyQuery = (days: number, asked: DailyQuery = {}) =>
  visitsQuery(['daily', days, asked], (signal) =>
    adminApi.call(getDailyVisits, { query: { days, ...asked } }, { signal }),
  );

export const weeklyQuery = visitsQuery(['weekly'], (signal) =>
  adminApi.call(getWeeklyVisits, { query: { weeks: WEEKS_DEFAULT } }, { signal }),
);

export const totalQuery = visitsQuery(['total'], (signal) => adminApi.call(getTotalVisits, {}, { signal }));

const tops = {
  page: getTopPages,
  referrer: getTopReferrers,
  country: getTopCountries,
  device: getTopDevices,
};

export type By = keyof typeof tops;
export const filters = Object.keys(tops) as By[];

/** The names with the most visits, most first. */
export const topQuery = (by: By, days: number) => ({
  ...visitsQuery([by, days], async (signal) => {
    const top = await adminApi.call(tops[by], { query: { days } }, { signal });
    return top.map(({ visits, ...named }) => ({ value: Object.values(named).join(), visits }));
  }),
  placeholderData: keepPreviousData,
});

const LIVE_EVERY_MS = 15_000;

export const liveQuery = queryOptions({
  ...visitsQuery(['live'], (signal) => adminApi.call(getLiveVisitors, {}, { signal })),
  refetchInterval: LIVE_EVERY_MS,
});
