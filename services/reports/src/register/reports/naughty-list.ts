import type { Report } from '@naughty-list/contracts/reports';
import { selectReadFirst } from '../../record/independence.ts';
import { aliasesInJson } from '../aliases/repository.ts';
import type { List } from '../lists/repository.ts';
import { type ReportRow, toReport } from './report.ts';

type ShownReport = ReportRow & {
  alsoOnNiceList: boolean;
  readFirst: string | null;
  aliases: Report['aliases'] | null;
};

export const naughtyList: List<ShownReport, Report> = {
  table: 'scammer_reports',
  listed: 'not is_removed and deleted_at is null',
  searchFunction: 'search_report_ids',
  shown: `report.*, report.handle_changed_at is null and exists (
      select from reports.nice_reports praise where lower(praise.username) = lower(report.username) and praise.held_at is null
        and praise.reviewed_at is not null
    ) as "alsoOnNiceList", (${selectReadFirst('report.id', 'description')}) as "readFirst", ${aliasesInJson('report.id')} as aliases`,
  toView: ({ alsoOnNiceList, readFirst, aliases, ...row }) => ({
    ...toReport(row),
    ...(alsoOnNiceList && { alsoOnNiceList }),
    ...(readFirst && { readFirst }),
    ...(aliases && { aliases }),
  }),
};
