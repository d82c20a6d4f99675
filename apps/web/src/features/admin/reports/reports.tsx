import { DeleteMatching } from './delete-matching.tsx';
import { PersonalData } from './personal-data.tsx';
import { niceReportList, scammerReportList } from './report-list.ts';
import { ReportTable } from './report-table.tsx';

export function ScammerReports() {
  return (
    <>
      <ReportTable reportList={scammerReportList} />
      <DeleteMatching reportList={scammerReportList} />
      <PersonalData />
    </>
  );
}

export function NiceReports() {
  return <ReportTable reportList={niceReportList} />;
}
