import { createIndex } from '@naughty-list/service-kit/database/create-index';
import type { Knex } from 'knex';

export const config = { transaction: false };

/** Serves insertClaim: how many claims of a client, and of all, are pending. */
export async function up(db: Knex): Promise<void> {
  await createIndex(db, {
    name: 'membership_claims_claimants',
    table: 'membership_claims',
    definition: "(client) where status = 'pending' and client is not null",
  });
}
