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

/** Refetches when a panel is reopened, since visits keep arriving. */
const visitsQuery = <Data>(names: readonly unknown[], read: (signal: AbortSignal) => Promise<Data>) =>
  queryOptions({
    queryKey: ['admin', 'analytics', ...names],
    queryFn: ({ signal }) => read(signal),
    staleTime: 0,
  });

type DailyQuery = VisitFilter & { period?: 'latest' | 'previous' };

export const dailyQuery = (days: number, filter: DailyQuery = {}) =>
  visitsQuery(['daily', days, filter], (signal) =>
    adminApi.call(getDailyVisits, { query: { days, ...filter } }, { signal }),
  );

export const weeklyQuery = visitsQuery(['weekly'], (signal) =>
  adminApi.call(getWeeklyVisits, { query: { weeks: WEEKS_DEFAULT } }, { signal }),
);

export const totalQuery = visitsQuery(['total'], (signal) => adminApi.call(getTotalVisits, {}, { signal }));

const topEndpoints = {
  page: getTopPages,
  referrer: getTopReferrers,
  country: getTopCountries,
  device: getTopDevices,
};

export type Facet = keyof typeof topEndpoints;
export const facets = Object.keys(topEndpoints) as Facet[];

/** The names with the most visits, most first. */
export const topQuery = (by: Facet, days: number) => ({
  ...visitsQuery([by, days], async (signal) => {
    const entries = await adminApi.call(topEndpoints[by], { query: { days } }, { signal });
    return entries.map(({ visits, ...name }) => ({ value: Object.values(name).join(), visits }));
  }),
  placeholderData: keepPreviousData,
});

const LIVE_INTERVAL_MS = 15_000;

export const liveQuery = queryOptions({
  ...visitsQuery(['live'], (signal) => adminApi.call(getLiveVisitors, {}, { signal })),
  refetchInterval: LIVE_INTERVAL_MS,
});
