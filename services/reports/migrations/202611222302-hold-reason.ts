import type { Knex } from 'knex';

/** Why a report is held: `rate`, `private_data` or `reporter`. Null for those held before. */
export async function up(db: Knex): Promise<void> {
  await db.raw('alter table scammer_reports add column if not exists hold_reason text');
}
