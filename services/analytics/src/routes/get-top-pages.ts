import { getTopPages } from '@naughty-list/contracts/analytics';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { firstOfDays } from '../traffic/by-time.ts';
import { readTop } from '../traffic/repository.ts';

export const getTopPagesRoute = ({ db, clock }: Context): Route =>
  route(getTopPages, async ({ query: { days, limit } }) => {
    const since = firstOfDays(clock.now(), days);
    const top = await readTop(db, { table: 'daily_pages', column: 'page', since, limit });
    return top.map(({ name, visits }) => ({ page: name, visits }));
  });
