import type { Metrics } from '@naughty-list/service-kit/metrics';
import type { VisitBuffer } from './visit-buffer.ts';

/** Counts visits that there was no room for. */
export function countDropped(metrics: Metrics): () => void {
  const count = metrics.addCounter({
    name: 'visits_dropped_total',
    help: 'Visits that were dropped because queue and disk had no room for them',
    labelNames: [],
  });
  return () => count({});
}

/** Tells how many batches of visits wait for the queue. */
export function addVisitMetrics(metrics: Metrics, visits: VisitBuffer): void {
  metrics.addSource({
    name: 'visits',
    gauges: { visit_batches_waiting: { help: 'Batches of visits that the queue does not have yet' } },
    read: async () => ({ visit_batches_waiting: [{ value: visits.batchesWaiting() }] }),
  });
}
