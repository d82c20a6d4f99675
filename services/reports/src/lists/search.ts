import { DESCRIPTION_MAX_LENGTH } from '@naughty-list/contracts/report-input';
import { selectPrepared } from '@naughty-list/service-kit/database/prepared';
import type { Knex } from 'knex';
import type { List } from './list.ts';
import { searchQuery } from './repository.ts';

/** Listed rows that contain the term, best match first: username, then description; at most `max`. */
export async function search<Shown, View>(
  db: Knex,
  list: List<Shown, View>,
  term: string,
  max: number,
): Promise<View[]> {
  // No stored text is longer; a code point has up to two UTF-16 units.
  if (term.length > 2 * DESCRIPTION_MAX_LENGTH) return [];
  const rows = await selectPrepared<Shown>(db, searchQuery(list), [term, max]);
  return rows.map(list.toView);
}
