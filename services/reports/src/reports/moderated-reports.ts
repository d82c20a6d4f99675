import type { AdminReport } from '@naughty-list/contracts/admin-reports';
import type { Subject } from '../moderation/subject.ts';
import { type ReportRow, toAdminReport } from './report.ts';
import { countReports } from './repository.ts';

export const moderatedReports: Subject<ReportRow, AdminReport> = {
  name: 'scammer_report',
  table: 'scammer_reports',
  columns: [
    'id',
    'twitter_url',
    'username',
    'tweet_content',
    'tweet_date',
    'scam_category',
    'description',
    'evidence_urls',
    'reported_at',
    'report_count',
    'is_removed',
    'removal_tx_hash',
    'unique_burn_address',
    'burn_transaction_hash',
    'profile_image_refreshed_at',
    'erased_at',
    'held_at',
  ],
  toView: toAdminReport,
  countAll: countReports,
};
