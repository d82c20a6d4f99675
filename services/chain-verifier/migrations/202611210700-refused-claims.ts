import { createIndex } from '@naughty-list/service-kit/database/create-index';
import type { Knex } from 'knex';

export const config = { transaction: false };

/** Serves forgetRefused: old refusals. */
export async function up(db: Knex): Promise<void> {
  await createIndex(db, {
    name: 'verifications_refused',
    table: 'verifications',
    definition: "(judged_at) where outcome = 'rejected' and purpose <> 'look'",
  });
}
