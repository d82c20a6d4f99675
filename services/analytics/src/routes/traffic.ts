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
import { countLiveVisitors, readTop, readVisits } from '../traffic/repository.ts';
import { before } from '../visits/maintain.ts';
import { dayOf } from '../visits/read-visit.ts';
import { readTotal } from '../visits/roll-ups.ts';

/** The footer's counter, and the admin's Site Analytics. */
export const trafficRoutes = ({ db, clock }: Context): Route[] => {
  const top = <Kind extends keyof VisitFilter>(
    kind: Kind,
    { days, limit }: { days: number; limit: number },
  ) => readTop(db, { kind, since: dayOf(before(clock.now(), days - 1)), limit });
  return [
    route(getHitCounter, async () => ({ hitCount: await readTotal(db, 'visitor') })),
    route(getDailyVisits, async ({ query: { days, period, ...filter } }) => {
      const until = period === 'previous' ? before(clock.now(), days) : clock.now();
      const read = await readVisits(db, { unit: 'day', count: days, until, filter });
      return read.map(({ first: date, visits }) => ({ date, visits }));
    }),
    route(getWeeklyVisits, async ({ query: { weeks } }) => {
      const read = await readVisits(db, { unit: 'week', count: weeks, until: clock.now() });
      return read.map(({ first: week, visits }) => ({ week, visits }));
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
