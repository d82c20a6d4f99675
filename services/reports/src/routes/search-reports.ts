import { searchReports } from '@naughty-list/contracts/reports';
import { type Route, route } from '@naughty-list/service-kit/http/route';
import type { Context } from '../context.ts';
import { naughtyList } from '../reports/naughty-list.ts';
import { answerSearch } from './answer-search.ts';

export function searchReportsRoute({ db }: Context): Route {
  return route(searchReports, ({ query: { q, category } }) =>
    answerSearch(db, naughtyList, q, ({ scamCategory }) => !category || scamCategory === category),
  );
}
