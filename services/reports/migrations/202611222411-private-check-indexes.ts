import { createIndex } from '@naughty-list/service-kit/database/create-index';
import type { Knex } from 'knex';

export const config = { transaction: false };

/** Listed usernames by the prefix of the private check. */
export async function up(db: Knex): Promise<void> {
  for (const [table, listed] of [
    ['scammer_reports', ' where not is_removed'],
    ['nice_reports', ''],
  ] as const) {
    await createIndex(db, {
      name: `${table}_check_prefix`,
      table,
      definition: `(reports.check_prefix(username))${listed}`,
    });
  }
}
