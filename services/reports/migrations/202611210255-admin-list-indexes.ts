import type { Knex } from 'knex';

// Made while reports are written and paid for; PostgreSQL does that outside transactions only.
export const config = { transaction: false };

/** Each index, and the query that it serves. All of them are read alone: the filter that is left is in the index. */
const indexes = {
  // The admin's list, newest first, listed and removed ones alike.
  scammer_reports_all_newest: '(reported_at desc, id desc)',
  // The same of one category, in one state or in any.
  scammer_reports_category_newest: '(scam_category, reported_at desc, id desc) include (is_removed)',
  // The same of those that were removed, in one category or in any.
  scammer_reports_removed_newest: '(reported_at desc, id desc) include (scam_category) where is_removed',
};

/** Indexes of the admin's list. */
export async function up(db: Knex): Promise<void> {
  for (const [name, definition] of Object.entries(indexes)) {
    // One that was begun by a process that died is there, and worth nothing.
    await db.raw(`drop index concurrently if exists ${name}`);
    await db.raw(`create index concurrently ${name} on scammer_reports ${definition}`);
  }
}
