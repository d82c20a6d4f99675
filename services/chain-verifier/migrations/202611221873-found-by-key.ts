import { createIndex } from '@naughty-list/service-kit/database/create-index';
import type { Knex } from 'knex';

export const config = { transaction: false };

/** Serves takeDueByKey. */
export async function up(db: Knex): Promise<void> {
  await createIndex(db, {
    name: 'found_transactions_by_key',
    table: 'found_transactions',
    definition: '(cluster, reference_key, slot) where handled_at is null and reference_key is not null',
  });
}
