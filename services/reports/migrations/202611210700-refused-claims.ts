import { createIndex } from '@naughty-list/service-kit/database/create-index';
import type { Knex } from 'knex';

export const config = { transaction: false };

/** Serves forgetRefusedClaims: old refusals. */
export async function up(db: Knex): Promise<void> {
  await createIndex(db, {
    name: 'removal_claims_refused',
    table: 'removal_claims',
    definition: "(decided_at) where status = 'refused' and amount is null",
  });
}
