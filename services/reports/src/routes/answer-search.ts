import { ApiError } from '@naughty-list/contracts/errors';
import { SEARCH_RESULTS_MAX } from '@naughty-list/contracts/list-limits';
import { reportListTexts } from '@naughty-list/contracts/reports';
import type { Knex } from 'knex';
import type { List } from '../lists/list.ts';
import { search } from '../lists/search.ts';
import { toSearchTerm } from '../lists/search-term.ts';

/** What of a list holds the text; nothing to look for is 400. */
export async function answerSearch<Row, View>(db: Knex, list: List<Row, View>, q: string): Promise<View[]> {
  const term = toSearchTerm(q);
  if (term === '') throw new ApiError('empty_search', reportListTexts.emptySearch);
  return search(db, list, term, SEARCH_RESULTS_MAX);
}
