import { createIndex } from '@naughty-list/service-kit/database/create-index';
import type { Knex } from 'knex';

export const config = { transaction: false };

/** Reads the log and the reports beside those who write in them. */
export async function up(db: Knex): Promise<void> {
  await db.raw('alter table audit_log validate constraint audit_log_action_check');
  // The queue of moderators: held reports and proofs that are to be checked by hand, oldest first.
  await createIndex(db, {
    name: 'scammer_reports_held_oldest',
    table: 'scammer_reports',
    definition: '(held_at) where held_at is not null and deleted_at is null',
  });
  await createIndex(db, {
    name: 'post_proofs_waiting',
    table: 'post_proofs',
    definition: '(issued_at) where post_url is not null and used_at is null',
  });
}
