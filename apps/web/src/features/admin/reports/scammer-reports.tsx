import { DeleteMatching } from './delete-matching.tsx';
import { PersonalData } from './personal-data.tsx';
import { ReportTable } from './report-table.tsx';
import { scammerReportList } from './scammer-report-list.ts';

export function ScammerReports() {
  return (
    <>
      <ReportTable reportList={scammerReportList} />
      <DeleteMatching reportList={scammerReportList} />
      <PersonalData />
    </>
  );
}
