import { createIndex } from '@naughty-list/service-kit/database/create-index';
import type { Knex } from 'knex';

export const config = { transaction: false };

/** The cases of the sitemap, by their numbers. */
export async function up(db: Knex): Promise<void> {
  await createIndex(db, {
    name: 'scammer_reports_corroborated',
    table: 'scammer_reports',
    definition: "(id) include (username) where status = 'corroborated' and not is_removed",
  });
}
