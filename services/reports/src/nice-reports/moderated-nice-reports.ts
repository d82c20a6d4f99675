import type { AdminNiceReport } from '@naughty-list/contracts/admin-reports';
import { readListState } from '../lists/repository.ts';
import type { Entity } from '../moderation/entity.ts';
import { niceList } from './nice-list.ts';
import { type NiceReportRow, toAdminNiceReport } from './nice-report.ts';

/** Every column that a restored row needs; the others are generated. */
export const praiseColumns: readonly (keyof NiceReportRow)[] = [
  'id',
  'twitter_url',
  'username',
  'tweet_content',
  'tweet_date',
  'description',
  'reported_at',
  'report_count',
  'version',
];

export const moderatedNiceReports: Entity<NiceReportRow, AdminNiceReport> = {
  name: 'nice_report',
  table: 'nice_reports',
  present: 'true',
  deletion: 'delete from nice_reports where id = any(:ids::int[]) returning id',
  toView: toAdminNiceReport,
  countAll: async (db) => (await readListState(db, niceList)).listed,
};
