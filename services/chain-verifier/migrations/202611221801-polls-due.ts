import { createIndex } from '@naughty-list/service-kit/database/create-index';
import type { Knex } from 'knex';

export const config = { transaction: false };

/** Serves takeDuePolls. */
export async function up(db: Knex): Promise<void> {
  await createIndex(db, {
    name: 'verifications_polls_due',
    table: 'verifications',
    definition: "(poll_at) where outcome = 'pending' and poll_at is not null",
  });
}
