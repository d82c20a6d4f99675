import type { AdminReport } from '@naughty-list/contracts/admin-reports';
import type { ScamCategory } from '@naughty-list/contracts/report-input';
import type { Report } from '@naughty-list/contracts/reports';

/** A row of `scammer_reports`. */
export type ReportRow = {
  id: number;
  twitter_url: string;
  username: string;
  tweet_content: string | null;
  tweet_date: Date | null;
  scam_category: ScamCategory;
  description: string;
  evidence_urls: string[];
  reported_at: Date;
  report_count: number;
  is_removed: boolean;
  removal_tx_hash: string | null;
  unique_burn_address: string;
  burn_transaction_hash: string | null;
  profile_image_refreshed_at: Date | null;
  erased_at: Date | null;
  /** When it was held; counts as removed until published. */
  held_at: Date | null;
};

/** Rows in the audit log from before holding existed lack this column. */
export function isHeld({ held_at }: Pick<ReportRow, 'held_at'>): boolean {
  return Boolean(held_at);
}

/** Whether it can be removed by a payment: it is listed, or may be published. */
export function isPayable(row: Pick<ReportRow, 'is_removed' | 'held_at'>): boolean {
  return !row.is_removed || isHeld(row);
}

/** A report as the public sees it. */
export function toReport(row: ReportRow): Report {
  return {
    id: row.id,
    twitterUrl: row.twitter_url,
    username: row.username,
    tweetContent: row.tweet_content,
    tweetDate: row.tweet_date?.toISOString() ?? null,
    scamCategory: row.scam_category,
    description: row.description,
    evidenceUrls: row.evidence_urls,
    reportedAt: row.reported_at.toISOString(),
    reportCount: row.report_count,
    isRemoved: !isPayable(row),
    uniqueBurnAddress: row.unique_burn_address,
    ...(row.profile_image_refreshed_at && {
      profileImageVersion: Math.floor(row.profile_image_refreshed_at.getTime() / 1000),
    }),
  };
}

/** A report as admins see it. */
export function toAdminReport(row: ReportRow): AdminReport {
  return {
    ...toReport(row),
    removalTxHash: row.removal_tx_hash,
    burnTransactionHash: row.burn_transaction_hash,
    ...(isHeld(row) && { held: true as const }),
  };
}
