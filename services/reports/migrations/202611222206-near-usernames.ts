import { createIndex } from '@naughty-list/service-kit/database/create-index';
import type { Knex } from 'knex';

export const config = { transaction: false };

/** Usernames by what they look like. */
export async function up(db: Knex): Promise<void> {
  for (const table of ['scammer_reports', 'nice_reports']) {
    await createIndex(db, {
      name: `${table}_look_alike`,
      table,
      definition: '(reports.look_alike(username))',
    });
  }
}
