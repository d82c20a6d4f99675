import { listBurns } from '@naughty-list/contracts/burns';
import { SEARCH_RESULTS_MAX } from '@naughty-list/contracts/case-texts';
import { getCasesNaming } from '@naughty-list/contracts/cases-naming';
import { ApiError } from '@naughty-list/contracts/errors';
import { lookUp } from '@naughty-list/contracts/look-up';
import { listNiceReports, searchNiceReports } from '@naughty-list/contracts/nice-reports';
import { getPrivateCheckShard, SHARD_SECONDS } from '@naughty-list/contracts/private-check';
import {
  getRegisterVersion,
  listReports,
  reportListTexts,
  searchReports,
} from '@naughty-list/contracts/reports';
import { Answer, type Route, route } from '@naughty-list/service-kit/http/route';
import type { Knex } from 'knex';
import { readBurns } from '../cases/removal/burns.ts';
import type { Context } from '../context.ts';
import { lookUp as answerLookUp, createFindAuthor } from '../register/lists/look-up.ts';
import { padShard, readShard } from '../register/lists/private-check.ts';
import {
  countListed,
  countOfCategory,
  type List,
  type PageOfList,
  readRegisterVersion,
  search,
  selectPage,
} from '../register/lists/repository.ts';
import { toSearchTerm } from '../register/lists/search-term.ts';
import { niceList } from '../register/nice-reports/nice-report.ts';
import { naughtyList } from '../register/reports/naughty-list.ts';
import { findCasesNaming } from '../register/traces.ts';

/** Both lists, page by page and searched, and the burns. */
export const listRoutes = ({ db }: Context): Route[] => [
  // The gateway reads it before each response from its cache.
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

/** Listed rows that contain the text and pass the filter; 400 without a search term. */
async function answerSearch<Shown, View>(
  db: Knex,
  list: List<Shown, View>,
  q: string,
  isWanted: (view: View) => boolean = () => true,
): Promise<View[]> {
  const term = toSearchTerm(q);
  if (term === '') throw new ApiError('empty_search', reportListTexts.emptySearch);
  const found = await search(db, list, term, SEARCH_RESULTS_MAX);
  return found.filter(isWanted);
}

export function lookUpRoutes({ db, fetchOembed }: Context): Route[] {
  const findAuthor = createFindAuthor(fetchOembed);
  return [
    route(lookUp, async ({ query }) => {
      const found = await answerLookUp(db, query.q, findAuthor);
      if (!found) throw new ApiError('empty_search', reportListTexts.emptySearch);
      return found;
    }),
    route(getCasesNaming, ({ params }) => findCasesNaming(db, params)),
    route(getPrivateCheckShard, async ({ params }) => {
      const shard = padShard(await readShard(db, params.prefix));
      return new Answer(200, Buffer.from(shard), {
        'content-type': 'application/json; charset=utf-8',
        // Compressed, its length would depend on its content again.
        'cache-control': `public, max-age=${SHARD_SECONDS}, no-transform`,
      });
    }),
  ];
}
