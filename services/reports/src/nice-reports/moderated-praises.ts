import type { NiceReport } from '@naughty-list/contracts/nice-reports';
import { readListState } from '../lists/repository.ts';
import type { Subject } from '../moderation/subject.ts';
import { niceList } from './nice-list.ts';
import { type NiceReportRow, toNiceReport } from './nice-report.ts';

export const moderatedPraises: Subject<NiceReportRow, NiceReport> = {
  name: 'nice_report',
  table: 'nice_reports',
  columns: [
    'id',
    'twitter_url',
    'username',
    'tweet_content',
    'tweet_date',
    'description',
    'reported_at',
    'report_count',
  ],
  toView: toNiceReport,
  countAll: async (db) => (await readListState(db, niceList)).listed,
};
