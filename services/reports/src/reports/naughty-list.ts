import type { Report } from '@naughty-list/contracts/reports';
import type { List } from '../lists/list.ts';
import { type ReportRow, toReport } from './report.ts';

export const naughtyList: List<ReportRow, Report> = {
  table: 'scammer_reports',
  stateTable: 'list_state',
  listed: 'not is_removed',
  searchFunction: 'search_report_ids',
  toView: toReport,
};
