import { listBurns } from '@naughty-list/contracts/burns';
import { ApiError } from '@naughty-list/contracts/errors';
import { SEARCH_RESULTS_MAX } from '@naughty-list/contracts/list-limits';
import { listNiceReports, searchNiceReports } from '@naughty-list/contracts/nice-reports';
import { getRegisterVersion } from '@naughty-list/contracts/register-version';
import { listReports, reportListTexts, searchReports } from '@naughty-list/contracts/reports';
import { Answer, type Route, route } from '@naughty-list/service-kit/http/route';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import type { List } from '../lists/list.ts';
import {
  countListed,
  countOfCategory,
  type PageOfList,
  readRegisterVersion,
  selectPage,
} from '../lists/repository.ts';
import { search } from '../lists/search.ts';
import { toSearchTerm } from '../lists/search-term.ts';
import { niceList } from '../nice-reports/nice-list.ts';
import { readBurns } from '../removal/burns.ts';
import { naughtyList } from '../reports/naughty-list.ts';

/** Both lists, page by page and searched, and the burns. */
export const listRoutes = ({ db }: Context): Route[] => [
  // The gateway's cache asks for it before it sends a response.
  route(getRegisterVersion, async () => ({ version: await readRegisterVersion(db) })),
  route(listReports, ({ query }) => answerPage(db, naughtyList, query)),
  route(listNiceReports, ({ query }) => answerPage(db, niceList, query)),
  route(searchReports, ({ query: { q, category } }) =>
    answerSearch(db, naughtyList, q, ({ scamCategory }) => !category || scamCategory === category),
  ),
  route(searchNiceReports, ({ query }) => answerSearch(db, niceList, query.q)),
  route(listBurns, ({ query }) => readBurns(db, query)),
];

async function answerPage<Shown, View>(
  db: Knex,
  list: List<Shown, View>,
  page: PageOfList,
): Promise<Answer<View[]>> {
  const [rows, total] = await Promise.all([
    selectPage(db, list, page),
    page.category ? countOfCategory(db, page.category) : countListed(db, list),
  ]);
  return new Answer(200, rows.map(list.toView), { 'x-total-count': String(total) });
}

const headers = { 'content-type': 'application/json; charset=utf-8' };

/** Listed rows that contain the text and pass the filter, as JSON; 400 without a search term. */
async function answerSearch<Shown, View>(
  db: Knex,
  list: List<Shown, View>,
  q: string,
  isWanted: (view: View) => boolean = () => true,
): Promise<Answer<Buffer>> {
  const term = toSearchTerm(q);
  if (term === '') throw new ApiError('empty_search', reportListTexts.emptySearch);
  const found = await search(db, list, term, SEARCH_RESULTS_MAX);
  return new Answer(200, Buffer.from(JSON.stringify(found.filter(isWanted))), headers);
}
