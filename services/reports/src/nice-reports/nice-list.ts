import type { NiceReport } from '@naughty-list/contracts/nice-reports';
import type { List } from '../lists/list.ts';
import { type NiceReportRow, toNiceReport } from './nice-report.ts';

export const niceList: List<NiceReportRow, NiceReport> = {
  table: 'nice_reports',
  stateTable: 'nice_list_state',
  listed: 'true',
  searchFunction: 'search_nice_report_ids',
  toView: toNiceReport,
};
