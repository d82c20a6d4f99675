import type { Knex } from 'knex';
import { createSearch, createSearchParts } from './search-roads.ts';

/** Search in the Naughty List. */
export async function up(db: Knex): Promise<void> {
  await createSearchParts(db);
  await createSearch(db, {
    table: 'scammer_reports',
    prefix: '',
    listed: 'not is_removed',
    exactly: 'select id from scammer_reports where lower(username) = word and not is_removed',
    search: 'search_report_ids',
  });
}
