import { searchNiceReports } from '@naughty-list/contracts/nice-reports';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { niceList } from '../nice-reports/nice-list.ts';
import { answerSearch } from './answer-search.ts';

export function searchNiceReportsRoute({ db }: Context): Route {
  return route(searchNiceReports, ({ query }) => answerSearch(db, niceList, query.q));
}
