import { DESCRIPTION_MAX_LENGTH } from '@naughty-list/contracts/report-input';
import type { Knex } from 'knex';
import type { List } from './list.ts';
import { searchListed } from './repository.ts';

/** What of a list holds the term, best match first: username, then description; at most `max`. */
export async function search<Row, View>(
  db: Knex,
  list: List<Row, View>,
  term: string,
  max: number,
): Promise<View[]> {
  // Nothing that is stored is longer; a code point has up to two units.
  if (term.length > 2 * DESCRIPTION_MAX_LENGTH) return [];
  return (await searchListed(db, list, term, max)).map(list.toView);
}
