import { listBurns } from '@naughty-list/contracts/burns';
import { ApiError } from '@naughty-list/contracts/errors';
import { SEARCH_RESULTS_MAX } from '@naughty-list/contracts/list-limits';
import { listNiceReports, searchNiceReports } from '@naughty-list/contracts/nice-reports';
import { listReports, reportListTexts, searchReports } from '@naughty-list/contracts/reports';
import { chooseEncoding } from '@naughty-list/service-kit/http/encoding';
import { Answer, type Route, type RouteRequest, route } from '@naughty-list/service-kit/http/route';
import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import type { List } from '../lists/list.ts';
import type { ListPages } from '../lists/list-pages.ts';
import { search } from '../lists/search.ts';
import { toSearchTerm } from '../lists/search-term.ts';
import { niceList } from '../nice-reports/nice-list.ts';
import { readBurns } from '../removal/burns.ts';
import { naughtyList } from '../reports/naughty-list.ts';

export function listBurnsRoute({ db }: Context): Route {
  return route(listBurns, ({ query }) => readBurns(db, query));
}

export function listReportsRoute({ listPages }: Context): Route {
  return route(listReports, (request) => answerPage(listPages, request));
}

export function listNiceReportsRoute({ niceListPages }: Context): Route {
  return route(listNiceReports, (request) => answerPage(niceListPages, request));
}

type PageRequest = Pick<RouteRequest<typeof listReports>, 'query' | 'raw'>;

/** A cached page of a list in the requested encoding; 304 when the client has it. */
async function answerPage(pages: ListPages, { query, raw }: PageRequest): Promise<Answer<Buffer | null>> {
  const encoding = chooseEncoding(raw.headers['accept-encoding']?.toString());
  const { etag, total, bytes } = await pages.read({ ...query, encoding, headers: raw.headers });
  const headers: Record<string, string> = {
    etag,
    'x-total-count': String(total),
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
  };
  if (!bytes) return new Answer(304, null, headers);
  headers['content-type'] = 'application/json; charset=utf-8';
  if (encoding !== 'identity') headers['content-encoding'] = encoding;
  return new Answer(200, bytes, headers);
}

export function searchReportsRoute({ db }: Context): Route {
  return route(searchReports, ({ query: { q, category } }) =>
    answerSearch(db, naughtyList, q, ({ scamCategory }) => !category || scamCategory === category),
  );
}

export function searchNiceReportsRoute({ db }: Context): Route {
  return route(searchNiceReports, ({ query }) => answerSearch(db, niceList, query.q));
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
