import type { Report } from '@naughty-list/contracts/reports';
import { ReportDetails } from '../features/naughty-list/report-details.tsx';
import { RemovalPanel } from '../features/payment/removal/removal-panel.tsx';

type ReportEntryProps = { report: Report; hasOpenRemoval: boolean };

/** An opened report of the home page, with its removal. */
export function ReportEntry(props: ReportEntryProps) {
  return <ReportDetails {...props} renderRemoval={(report) => <RemovalPanel report={report} />} />;
}
