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
} from '@naughty-list/contracts/analytics';
import { getHitCounter } from '@naughty-list/contracts/hit-counter';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { before, byDay, byWeek, firstOfDays, firstOfWeeks } from '../traffic/by-time.ts';
import { countLiveVisitors, readDays, readTop } from '../traffic/repository.ts';
import { readHitCount, readTotal } from '../visits/roll-ups.ts';

/** The footer's counter, and the admin's Site Analytics. */
export const trafficRoutes = ({ db, clock }: Context): Route[] => [
  route(getHitCounter, async () => ({ hitCount: await readHitCount(db) })),
  route(getDailyVisits, async ({ query: { days, period, ...filter } }) => {
    const now = period === 'previous' ? before(clock.now(), days) : clock.now();
    return byDay(await readDays(db, firstOfDays(now, days), filter), now, days);
  }),
  route(getWeeklyVisits, async ({ query: { weeks } }) => {
    const now = clock.now();
    return byWeek(await readDays(db, firstOfWeeks(now, weeks)), now, weeks);
  }),
  route(getTotalVisits, async () => ({ totalVisits: await readTotal(db) })),
  route(getTopPages, async ({ query: { days, limit } }) => {
    const since = firstOfDays(clock.now(), days);
    const top = await readTop(db, { table: 'daily_pages', column: 'page', since, limit });
    return top.map(({ name, visits }) => ({ page: name, visits }));
  }),
  route(getTopReferrers, async ({ query: { days, limit } }) => {
    const since = firstOfDays(clock.now(), days);
    const top = await readTop(db, { table: 'daily_referrers', column: 'referrer', since, limit });
    return top.map(({ name, visits }) => ({ referrer: name, visits }));
  }),
  route(getTopDevices, async ({ query: { days } }) => {
    const since = firstOfDays(clock.now(), days);
    const top = await readTop(db, { table: 'daily_devices', column: 'device', since, limit: devices.length });
    return TopDevices.parse(top.map(({ name, visits }) => ({ device: name, visits })));
  }),
  route(getTopCountries, async ({ query: { days, limit } }) => {
    const since = firstOfDays(clock.now(), days);
    const top = await readTop(db, { table: 'daily_countries', column: 'country', since, limit });
    return top.map(({ name, visits }) => ({ country: name, visits }));
  }),
  route(getLiveVisitors, async () => ({ visitors: await countLiveVisitors(db, clock.now()) })),
];
