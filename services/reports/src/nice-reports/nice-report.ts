import type { NiceReport } from '@naughty-list/contracts/nice-reports';

/** A row of `nice_reports`. */
export type NiceReportRow = {
  id: number;
  twitter_url: string;
  /** Which post it is, however its address is written; made by the database. */
  post_key: string;
  username: string;
  tweet_content: string | null;
  tweet_date: Date | null;
  description: string;
  reported_at: Date;
  report_count: number;
};

/** A praise as everybody may see it. */
export function toNiceReport(row: NiceReportRow): NiceReport {
  return {
    id: row.id,
    twitterUrl: row.twitter_url,
    username: row.username,
    tweetContent: row.tweet_content,
    tweetDate: row.tweet_date?.toISOString() ?? null,
    description: row.description,
    reportedAt: row.reported_at.toISOString(),
    reportCount: row.report_count,
  };
}
