import { niceDesk } from './nice-desk.ts';
import { ReportTable } from './report-table.tsx';

export function NiceReports() {
  return <ReportTable desk={niceDesk} />;
}
