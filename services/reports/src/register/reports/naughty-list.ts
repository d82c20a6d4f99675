import type { Report } from '@naughty-list/contracts/reports';
import { selectReadFirst, shownCount } from '../../record/independence.ts';
import { aliasesInJson } from '../aliases/repository.ts';
import { type List, timeInJson } from '../lists/repository.ts';

/** A report as the database returns it: absent fields are null. */
type ShownReport = Omit<
  Report,
  | 'evidenceUrls'
  | 'profileImageVersion'
  | 'postUnconfirmed'
  | 'caseStatus'
  | 'alsoOnNiceList'
  | 'readFirst'
  | 'aliases'
  | 'handleChangedAt'
> & {
  readFirst: string | null;
  aliases: Report['aliases'] | null;
  handleChangedAt: string | null;
  evidenceUrls: string[] | null;
  profileImageVersion: number | null;
  postUnconfirmed: boolean;
  caseStatus: Report['caseStatus'] | null;
  alsoOnNiceList: boolean;
};

/** Returns what `toReport` does, plus membership of the other list. */
export const naughtyList: List<ShownReport, Report> = {
  table: 'scammer_reports',
  listed: 'not is_removed and deleted_at is null',
  searchFunction: 'search_report_ids',
  shown: `report.id, twitter_url as "twitterUrl", username, tweet_content as "tweetContent",
    ${timeInJson('tweet_date')} as "tweetDate", scam_category as "scamCategory", description,
    nullif(evidence_urls, '{}') as "evidenceUrls", ${timeInJson('report.reported_at')} as "reportedAt",
    ${shownCount()} as "reportCount", is_removed as "isRemoved", unique_burn_address as "uniqueBurnAddress",
    floor(extract(epoch from profile_image_refreshed_at))::int as "profileImageVersion",
    status = 'unreviewed' and post_confirmed_at is null as "postUnconfirmed", nullif(status, 'unreviewed') as "caseStatus",
    exists (
      select from reports.nice_reports praise where lower(praise.username) = lower(report.username) and praise.held_at is null
        and praise.reviewed_at is not null
    ) as "alsoOnNiceList", (${selectReadFirst('report.id', 'description')}) as "readFirst", ${aliasesInJson('report.id')} as aliases,
    ${timeInJson('handle_changed_at')} as "handleChangedAt"`,
  // Modified in place: few rows have evidence or a version, and copying every row would double the cost.
  toView: (row) =>
    Object.assign(row, {
      evidenceUrls: row.evidenceUrls ?? [],
      profileImageVersion: row.profileImageVersion ?? undefined,
      postUnconfirmed: row.postUnconfirmed || undefined,
      caseStatus: row.caseStatus ?? undefined,
      alsoOnNiceList: row.alsoOnNiceList || undefined,
      readFirst: row.readFirst ?? undefined,
      aliases: row.aliases ?? undefined,
      handleChangedAt: row.handleChangedAt ?? undefined,
    }) as Report,
};
