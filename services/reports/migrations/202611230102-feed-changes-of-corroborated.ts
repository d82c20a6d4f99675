import { createIndex } from '@naughty-list/service-kit/database/create-index';
import type { Knex } from 'knex';

export const config = { transaction: false };

/** Cases that are, or were, in the default feeds, by number. */
export async function up(db: Knex): Promise<void> {
  await createIndex(db, {
    name: 'feed_changes_ever_corroborated',
    table: 'feed_changes',
    definition: '(report_id) where corroborated_version is not null',
  });
}
