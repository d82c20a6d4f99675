import type { NiceReport } from '@naughty-list/contracts/nice-reports';
import { type List, timeInJson } from '../lists/repository.ts';

type ShownNiceReport = Omit<NiceReport, 'alsoOnNaughtyList'> & { alsoOnNaughtyList: boolean };

/** Returns what `toNiceReport` does, plus membership of the other list. */
export const niceList: List<ShownNiceReport, NiceReport> = {
  table: 'nice_reports',
  listed: 'held_at is null',
  searchFunction: 'search_nice_report_ids',
  shown: `report.id, twitter_url as "twitterUrl", username, tweet_content as "tweetContent",
    ${timeInJson('tweet_date')} as "tweetDate", description, ${timeInJson('report.reported_at')} as "reportedAt",
    report_count as "reportCount", reviewed_at is not null as "isReviewed",
    exists (
      select from reports.scammer_reports scammer
      where lower(scammer.username) = lower(report.username) and not scammer.is_removed
    ) as "alsoOnNaughtyList"`,
  toView: (row) =>
    Object.assign(row, { alsoOnNaughtyList: row.alsoOnNaughtyList || undefined }) as NiceReport,
};
