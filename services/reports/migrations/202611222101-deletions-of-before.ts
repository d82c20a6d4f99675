import { createIndex } from '@naughty-list/service-kit/database/create-index';
import type { Knex } from 'knex';

export const config = { transaction: false };

const notDeleted = {
  // The admin's list, newest first: all reports, or those of one category in one state or in any.
  scammer_reports_present_newest: '(reported_at desc, id desc) where deleted_at is null',
  scammer_reports_present_category:
    '(scam_category, reported_at desc, id desc) include (is_removed) where deleted_at is null',
  // Those that wait for an admin; also how many they are.
  scammer_reports_present_held:
    '(reported_at desc, id desc) include (scam_category) where held_at is not null and deleted_at is null',
  // Those that were removed, without those that wait.
  scammer_reports_present_removed:
    '(reported_at desc, id desc) include (scam_category) where is_removed and held_at is null and deleted_at is null',
};

/** Indexes of what no query reads any more. */
const unused = [
  'scammer_reports_all_newest',
  'scammer_reports_category_newest',
  'scammer_reports_held_newest',
  'scammer_reports_gone_newest',
  'scammer_reports_removed_newest',
  'audit_log_deleted',
  'audit_log_deleted_reference',
];

/** Brings the reports that were deleted before back as deleted rows, and the admin's lists to read no deleted ones. */
export async function up(db: Knex): Promise<void> {
  await keepDeleted(db);
  for (const [name, definition] of Object.entries(notDeleted))
    await createIndex(db, { name, table: 'scammer_reports', definition });
  // Building them waited for every verdict that found its report in the log alone.
  await keepDeleted(db);
  await db.raw('alter table scammer_reports validate constraint scammer_reports_deleted');
  for (const name of unused) await db.raw(`drop index concurrently if exists ${name}`);
}

async function keepDeleted(db: Knex): Promise<void> {
  for (let last = 0; ; ) {
    const { rows } = await db.raw<{ rows: { id: number }[] }>(
      `select id, reports.keep_deleted_report(id) from (
         select id from audit_log
         where subject = 'scammer_report' and action = 'delete' and restored_at is null and id > ?
         order by id limit 1000
         -- Undoing it waits, or comes first.
         for update
       ) deletion`,
      [last],
    );
    if (rows.length === 0) return;
    last = Math.max(...rows.map(({ id }) => id));
  }
}
