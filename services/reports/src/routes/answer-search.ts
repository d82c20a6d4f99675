import { ApiError } from '@naughty-list/contracts/errors';
import { SEARCH_RESULTS_MAX } from '@naughty-list/contracts/list-limits';
import { reportListTexts } from '@naughty-list/contracts/reports';
import { Answer } from '@naughty-list/service-kit/http/route';
import type { Knex } from 'knex';
import type { List } from '../lists/list.ts';
import { search } from '../lists/search.ts';
import { toSearchTerm } from '../lists/search-term.ts';

const headers = { 'content-type': 'application/json; charset=utf-8' };

/** Listed rows that contain the text and pass the filter, as JSON; 400 without a search term. */
export async function answerSearch<Shown, View>(
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
