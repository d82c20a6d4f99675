import type { NiceReport } from '@naughty-list/contracts/nice-reports';
import { LedgerEntry } from '../../ui/ledger-entry.tsx';
import { NiceDetails } from './nice-details.tsx';
import { positiveBadge } from './positive-badge.ts';

/** A praised hero. */
export function NiceCard({ report, now }: { report: NiceReport; now: Date }) {
  return (
    <LedgerEntry
      entry={report}
      badge={positiveBadge(report.description)}
      tone="pine"
      now={now}
      renderDetails={() => <NiceDetails report={report} />}
    />
  );
}
