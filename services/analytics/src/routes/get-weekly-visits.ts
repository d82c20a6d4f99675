import { getWeeklyVisits } from '@naughty-list/contracts/analytics';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { byWeek, firstOfWeeks } from '../traffic/by-time.ts';
import { readDays } from '../traffic/repository.ts';

export const getWeeklyVisitsRoute = ({ db, clock }: Context): Route =>
  route(getWeeklyVisits, async ({ query: { weeks } }) => {
    const now = clock.now();
    return byWeek(await readDays(db, firstOfWeeks(now, weeks)), now, weeks);
  });
