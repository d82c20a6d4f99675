import { createIndex } from '@naughty-list/service-kit/database/create-index';
import type { Knex } from 'knex';

export const config = { transaction: false };

/**
 * The corroborated cases by number, with their names, for the sitemap. 202611230200 was to create it under the name of an index that
 * was there without the names, which this one replaces.
 */
export async function up(db: Knex): Promise<void> {
  await createIndex(db, {
    name: 'scammer_reports_corroborated_names',
    table: 'scammer_reports',
    definition: "(id) include (username) where status = 'corroborated' and not is_removed",
  });
  await db.raw('drop index concurrently if exists scammer_reports_corroborated');
}
