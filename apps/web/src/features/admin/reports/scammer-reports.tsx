import { DeleteMatching } from './delete-matching.tsx';
import { PersonalData } from './personal-data.tsx';
import { ReportTable } from './report-table.tsx';
import { scammerDesk } from './scammer-desk.ts';

export function ScammerReports() {
  return (
    <>
      <ReportTable desk={scammerDesk} />
      <DeleteMatching desk={scammerDesk} />
      <PersonalData />
    </>
  );
}
