import type { Knex } from 'knex';

export const config = { transaction: false };

/** Reads the log beside those who write in it. */
export async function up(db: Knex): Promise<void> {
  await db.raw('alter table audit_log validate constraint audit_log_action_check');
}
