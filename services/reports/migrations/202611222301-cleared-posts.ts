import { createIndex } from '@naughty-list/service-kit/database/create-index';
import type { Knex } from 'knex';

export const config = { transaction: false };

/** A post whose case was cleared cannot be reported again. Reads the reports beside those who write them. */
export async function up(db: Knex): Promise<void> {
  await createIndex(db, {
    name: 'scammer_reports_cleared_post',
    table: 'scammer_reports',
    definition: '(reports.post_key(twitter_url)) where cleared_at is not null',
  });
  await db.raw('alter table scammer_reports validate constraint scammer_reports_status');
  await db.raw('alter table scammer_reports validate constraint scammer_reports_cleared');
}
