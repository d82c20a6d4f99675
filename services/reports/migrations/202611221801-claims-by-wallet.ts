import { createIndex } from '@naughty-list/service-kit/database/create-index';
import type { Knex } from 'knex';

export const config = { transaction: false };

/** The same payment for the same report, proven by the same wallet or by none, is the same claim, unless it was refused. */
export async function up(db: Knex): Promise<void> {
  await createIndex(db, {
    name: 'removal_claims_standing_by_wallet',
    table: 'removal_claims',
    unique: true,
    definition: "(report_id, signature, coalesce(proven_wallet, '')) where status in ('pending', 'removed')",
  });
  // It would refuse the payer's claim beside a stranger's. Copies of the version before, which insert by it, fail to open claims
  // until they are replaced: callers and jobs try again, and nothing is lost.
  await db.raw('drop index concurrently if exists removal_claims_standing');
}
