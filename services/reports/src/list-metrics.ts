import type { Database } from '@naughty-list/service-kit/database/database';
import type { Metrics } from '@naughty-list/service-kit/telemetry/metrics';
import { readListState } from './lists/repository.ts';
import { niceList } from './nice-reports/nice-list.ts';
import { naughtyList } from './reports/naughty-list.ts';
import { countReports } from './reports/repository.ts';

/** Counts submissions to the lists, and statements, in the process that handled them. */
export type CountSubmission = (submission: {
  list: 'naughty' | 'nice' | 'statements';
  outcome: string;
}) => void;

/** Metrics of both lists: their lengths, paid removals and submissions. */
export function addListMetrics(metrics: Metrics, db: Database): CountSubmission {
  metrics.addSource({
    name: 'lists',
    gauges: {
      reports_listed: { help: 'Reports that are listed, by list', labelNames: ['list'] },
      reports_removed: { help: 'Reports that are off the list: removed for a burn, cleared or erased' },
      reports_held: { help: 'Reports that wait for an admin' },
    },
    async read() {
      const [naughty, nice, removed, held] = await Promise.all([
        readListState(db, naughtyList),
        readListState(db, niceList),
        countReports(db, { state: 'removed' }),
        countReports(db, { state: 'held' }),
      ]);
      return {
        reports_listed: [
          { labels: { list: 'naughty' }, value: naughty.listed },
          { labels: { list: 'nice' }, value: nice.listed },
        ],
        reports_removed: [{ value: removed }],
        reports_held: [{ value: held }],
      };
    },
  });
  return metrics.addCounter({
    name: 'reports_submitted_total',
    help: 'Valid submissions, by list and outcome',
    labelNames: ['list', 'outcome'],
  });
}
