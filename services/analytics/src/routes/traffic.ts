import {
  devices,
  getDailyVisits,
  getLiveVisitors,
  getTopCountries,
  getTopDevices,
  getTopPages,
  getTopReferrers,
  getTotalVisits,
  getWeeklyVisits,
  TopDevices,
  type VisitFilter,
} from '@naughty-list/contracts/analytics';
import { getHitCounter } from '@naughty-list/contracts/hit-counter';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import {
  before,
  byDay,
  byWeek,
  countLiveVisitors,
  firstOfDays,
  firstOfWeeks,
  readDays,
  readTop,
} from '../traffic/repository.ts';
import { readTotal } from '../visits/roll-ups.ts';

/** The footer's counter, and the admin's Site Analytics. */
export const trafficRoutes = ({ db, clock }: Context): Route[] => {
  const top = <Kind extends keyof VisitFilter>(
    kind: Kind,
    { days, limit }: { days: number; limit: number },
  ) => readTop(db, { kind, since: firstOfDays(clock.now(), days), limit });
  return [
    route(getHitCounter, async () => ({ hitCount: await readTotal(db, 'visitor') })),
    route(getDailyVisits, async ({ query: { days, period, ...filter } }) => {
      const now = period === 'previous' ? before(clock.now(), days) : clock.now();
      return byDay(await readDays(db, firstOfDays(now, days), filter), now, days);
    }),
    route(getWeeklyVisits, async ({ query: { weeks } }) => {
      const now = clock.now();
      return byWeek(await readDays(db, firstOfWeeks(now, weeks)), now, weeks);
    }),
    route(getTotalVisits, async () => ({ totalVisits: await readTotal(db) })),
    route(getTopPages, async ({ query }) => top('page', query)),
    route(getTopReferrers, async ({ query }) => top('referrer', query)),
    route(getTopDevices, async ({ query: { days } }) =>
      TopDevices.parse(await top('device', { days, limit: devices.length })),
    ),
    route(getTopCountries, async ({ query }) => top('country', query)),
    route(getLiveVisitors, async () => ({ visitors: await countLiveVisitors(db, clock.now()) })),
  ];
};
