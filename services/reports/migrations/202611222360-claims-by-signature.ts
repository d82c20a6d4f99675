import { createIndex } from '@naughty-list/service-kit/database/create-index';
import type { Knex } from 'knex';

export const config = { transaction: false };

/** Serves receipts: the removal that a transaction paid for. */
export async function up(db: Knex): Promise<void> {
  await createIndex(db, {
    name: 'removal_claims_by_signature',
    table: 'removal_claims',
    definition: "(signature) where status = 'removed'",
  });
}
