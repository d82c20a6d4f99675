import { getDailyVisits } from '@naughty-list/contracts/analytics';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { byDay, firstOfDays } from '../traffic/by-time.ts';
import { readDays } from '../traffic/repository.ts';

export const getDailyVisitsRoute = ({ db, clock }: Context): Route =>
  route(getDailyVisits, async ({ query: { days } }) => {
    const now = clock.now();
    return byDay(await readDays(db, firstOfDays(now, days)), now, days);
  });
