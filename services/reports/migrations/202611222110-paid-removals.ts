import { createIndex } from '@naughty-list/service-kit/database/create-index';
import type { Knex } from 'knex';

export const config = { transaction: false };

/** Indexes of what was removed for a burn. */
export async function up(db: Knex): Promise<void> {
  // A post whose report was removed for a burn cannot be reported again.
  await createIndex(db, {
    name: 'scammer_reports_paid_post',
    table: 'scammer_reports',
    definition: '(reports.post_key(twitter_url)) where removal_tx_hash is not null',
  });
  // The history of burns, newest first.
  await createIndex(db, {
    name: 'removal_claims_burns',
    table: 'removal_claims',
    definition: "(decided_at desc, id desc) include (amount, decimals) where status = 'removed'",
  });
}
