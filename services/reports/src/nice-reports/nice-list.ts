import type { NiceReport } from '@naughty-list/contracts/nice-reports';
import { type List, timeInJson } from '../lists/list.ts';

/** Shows what `toNiceReport` shows. */
export const niceList: List<NiceReport, NiceReport> = {
  table: 'nice_reports',
  stateTable: 'nice_list_state',
  listed: 'true',
  searchFunction: 'search_nice_report_ids',
  shown: `report.id, twitter_url as "twitterUrl", username, tweet_content as "tweetContent",
    ${timeInJson('tweet_date')} as "tweetDate", description, ${timeInJson('report.reported_at')} as "reportedAt",
    report_count as "reportCount"`,
  toView: (row) => row,
};
