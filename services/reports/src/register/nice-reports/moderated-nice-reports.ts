import type { AdminNiceReport } from '@naughty-list/contracts/admin-reports';
import type { Entity } from '../../record/entity.ts';
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
  'held_at',
  'hold_reason',
  'reviewed_at',
];

export const moderatedNiceReports: Entity<NiceReportRow, AdminNiceReport> = {
  name: 'nice_report',
  table: 'nice_reports',
  present: 'true',
  deletion: 'delete from nice_reports where id = any(:ids::int[]) returning id',
  toView: toAdminNiceReport,
  public: 'held_at is null',
  hidden: 'held_at is not null',
  states: { listed: ['held_at is null'], removed: ['false'], held: ['held_at is not null'], all: [] },
};
