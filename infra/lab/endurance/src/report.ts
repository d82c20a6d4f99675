import { asTable, listed, sum } from './chaos/report.ts';
import { perhapsCounted } from './compare-kept.ts';
import { ALLOWANCE_MS, excusedShare, unexcused } from './journal.ts';
import type { Result } from './result.ts';

/** The faults of a run, by name. */
export type Done = { troubles: Map<string, number>; rpcFaults: Map<string, number> };

/** The table of counts, as plain text. */
export function countsTable(result: Result, { troubles, rpcFaults }: Done): string {
  const { journal, runRecord, kept, payments, standing, reported, started, loadedMs } = result;
  const share = excusedShare(journal, started, started + loadedMs);
  const perhaps = perhapsCounted(kept);
  const uncertain = [...perhaps, ...kept.unanswered];
  return asTable([
    ['seconds under load', Math.round(loadedMs / 1_000)],
    ['calls answered', sum(journal.answered)],
    ...listed(journal.answered),
    ['calls that failed', journal.failures.length],
    ['  outside the restarts', unexcused(journal).length],
    [`percent of the time within ${ALLOWANCE_MS / 1_000} s of a restart`, Math.round(share * 100)],
    ['payments sent', runRecord.sent.length],
    ['claims answered', runRecord.answered.length],
    ['messages signed by payers', runRecord.signed],
    ['valid payments', payments.validPayments],
    ['effects', payments.effects],
    ['doubled', payments.doubled.length],
    ['lost', payments.lost.length],
    ['wrongly accepted', payments.wronglyAccepted.length],
    ['undecided at the end', payments.open.length],
    ['reports accepted', runRecord.reports.length + kept.moderated.size],
    ['reports that stand', standing.reports.length],
    ['  of them removed', standing.reports.filter(({ removed }) => removed).length],
    ['reports edited by an admin', kept.moderated.size],
    ['reports deleted by an admin', kept.deleted.size],
    ['praises accepted', kept.niceReports.size],
    ['praises that stand', reported.niceReports],
    ['visits answered', kept.visits.size],
    ['visits counted', reported.hits],
    ['  of those that a killed gateway held or did not answer', countedOf(uncertain, standing.visits)],
    ['  such visits in all', uncertain.length],
    ['faults injected into the site', sum(troubles)],
    ...listed(troubles),
    ['RPC faults', sum(rpcFaults)],
    ...listed(rpcFaults),
  ]);
}

const countedOf = (pages: string[], visits: Map<string, number>) =>
  pages.filter((page) => visits.has(page)).length;
