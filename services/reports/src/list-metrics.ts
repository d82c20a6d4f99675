import type { Database } from '@naughty-list/service-kit/database/database';
import type { Metrics } from '@naughty-list/service-kit/telemetry/metrics';
import { countListed } from './lists/repository.ts';
import { niceList } from './nice-reports/nice-list.ts';
import { naughtyList } from './reports/naughty-list.ts';
import { countOffList } from './reports/repository.ts';

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
    },
    async read() {
      const [naughty, nice, removed] = await Promise.all([
        countListed(db, naughtyList),
        countListed(db, niceList),
        countOffList(db),
      ]);
      return {
        reports_listed: [
          { labels: { list: 'naughty' }, value: naughty },
          { labels: { list: 'nice' }, value: nice },
        ],
        reports_removed: [{ value: removed }],
      };
    },
  });
  return metrics.addCounter({
    name: 'reports_submitted_total',
    help: 'Valid submissions, by list and outcome',
    labelNames: ['list', 'outcome'],
  });
}
