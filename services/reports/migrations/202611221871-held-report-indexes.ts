import { createIndex } from '@naughty-list/service-kit/database/create-index';
import type { Knex } from 'knex';

export const config = { transaction: false };

/** Indexes of the admin's list, by what is left of the states. */
export async function up(db: Knex): Promise<void> {
  // Those that wait for an admin, newest first, in one category or in any; also how many they are.
  await createIndex(db, {
    name: 'scammer_reports_held_newest',
    table: 'scammer_reports',
    definition: '(reported_at desc, id desc) include (scam_category) where held_at is not null',
  });
  // Those that were removed, without those that wait.
  await createIndex(db, {
    name: 'scammer_reports_gone_newest',
    table: 'scammer_reports',
    definition: '(reported_at desc, id desc) include (scam_category) where is_removed and held_at is null',
  });
}
