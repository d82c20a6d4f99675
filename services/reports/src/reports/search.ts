import { DESCRIPTION_MAX_LENGTH } from '@naughty-list/contracts/report-input';
import type { Knex } from 'knex';
import type { ReportRow } from './report.ts';
import { searchListed } from './repository.ts';

/** Listed reports that hold the term, best match first: username, then description; at most `max`. */
export async function search(db: Knex, term: string, max: number): Promise<ReportRow[]> {
  // Nothing that is stored is longer; a code point has up to two units.
  if (term.length > 2 * DESCRIPTION_MAX_LENGTH) return [];
  return searchListed(db, term, max);
}
