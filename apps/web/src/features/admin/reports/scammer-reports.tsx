import { ReportTable } from './report-table.tsx';
import { scammerDesk } from './scammer-desk.ts';

export function ScammerReports() {
  return <ReportTable desk={scammerDesk} />;
}
