import { ApiError } from '@naughty-list/contracts/errors';
import { reportListTexts, SEARCH_RESULTS_MAX, searchReports } from '@naughty-list/contracts/reports';
import { type Route, route } from '@naughty-list/service-kit/route';
import type { Context } from '../context.ts';
import { toReport } from '../reports/report.ts';
import { search } from '../reports/search.ts';
import { toSearchTerm } from '../reports/search-term.ts';

export function searchReportsRoute({ db }: Context): Route {
  return route(searchReports, async ({ query }) => {
    const term = toSearchTerm(query.q);
    if (term === '') throw new ApiError('empty_search', reportListTexts.emptySearch);
    return (await search(db, term, SEARCH_RESULTS_MAX)).map(toReport);
  });
}
