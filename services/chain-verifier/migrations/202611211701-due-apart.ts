import { createIndex } from '@naughty-list/service-kit/database/create-index';
import type { Knex } from 'knex';

export const config = { transaction: false };

/** Serves dueTransactions, in place of the index without the column. */
export async function up(db: Knex): Promise<void> {
  await createIndex(db, {
    name: 'found_transactions_due_apart',
    table: 'found_transactions',
    definition: '(cluster, is_undecided, due_at, slot) where handled_at is null',
  });
  await db.raw('drop index concurrently if exists found_transactions_due');
}
