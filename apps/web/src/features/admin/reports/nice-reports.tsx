import { niceReportList } from './nice-report-list.ts';
import { ReportTable } from './report-table.tsx';

export function NiceReports() {
  return <ReportTable reportList={niceReportList} />;
}
