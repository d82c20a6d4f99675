import * as figures from '@naughty-list/contracts/analytics';
import { getHitCounter } from '@naughty-list/contracts/hit-counter';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { countLiveVisitors, readTop, readVisits } from '../traffic/repository.ts';
import { before } from '../visits/maintain.ts';
import { dayOf } from '../visits/read-visit.ts';
import { readTotal } from '../visits/roll-ups.ts';

/** The footer's counter, and the admin's Site Analytics. */
export const trafficRoutes = ({ db, clock }: Context): Route[] => {
  const top = <Kind extends keyof figures.VisitFilter>(
    kind: Kind,
    { days, limit }: { days: number; limit: number },
  ) => readTop(db, { kind, since: dayOf(before(clock.now(), days - 1)), limit });
  return [
    route(getHitCounter, async () => ({ hitCount: await readTotal(db, 'visitor') })),
    route(figures.getDailyVisits, async ({ query: { days, period, ...filter } }) => {
      const until = period === 'previous' ? before(clock.now(), days) : clock.now();
      const read = await readVisits(db, { unit: 'day', count: days, until, filter });
      return read.map(({ first: date, visits }) => ({ date, visits }));
    }),
    route(figures.getWeeklyVisits, async ({ query: { weeks } }) => {
      const read = await readVisits(db, { unit: 'week', count: weeks, until: clock.now() });
      return read.map(({ first: week, visits }) => ({ week, visits }));
    }),
    route(figures.getTotalVisits, async () => ({ totalVisits: await readTotal(db) })),
    route(figures.getTopPages, async ({ query }) => top('page', query)),
    route(figures.getTopReferrers, async ({ query }) => top('referrer', query)),
    route(figures.getTopDevices, async ({ query: { days } }) =>
      figures.TopDevices.parse(await top('device', { days, limit: figures.devices.length })),
    ),
    route(figures.getTopCountries, async ({ query }) => top('country', query)),
    route(figures.getLiveVisitors, async () => ({ visitors: await countLiveVisitors(db, clock.now()) })),
  ];
};
