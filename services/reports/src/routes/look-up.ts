import { ApiError } from '@naughty-list/contracts/errors';
import { lookUp } from '@naughty-list/contracts/look-up';
import { reportListTexts } from '@naughty-list/contracts/reports';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { lookUp as answerLookUp } from '../lists/look-up.ts';

export function lookUpRoute({ db }: Context): Route {
  return route(lookUp, async ({ query }) => {
    const found = await answerLookUp(db, query.q);
    if (!found) throw new ApiError('empty_search', reportListTexts.emptySearch);
    return found;
  });
}
