import type { Metrics } from '@naughty-list/service-kit/telemetry/metrics';
import type { VisitBuffer } from './visit-buffer.ts';
import type { Refusal } from './visit-intake.ts';

/** Counts visits dropped for lack of room. */
export function countDropped(metrics: Metrics): () => void {
  const count = metrics.addCounter({
    name: 'visits_dropped_total',
    help: 'Visits dropped because too many waited for the queue',
    labelNames: [],
  });
  return () => count({});
}

/** Counts visits that were not stored because the client's or the daily budget is exhausted. */
export function countRefused(metrics: Metrics): (reason: Refusal) => void {
  const count = metrics.addCounter({
    name: 'visits_refused_total',
    help: 'Visits that were not counted: the client had too many, or the day is full',
    labelNames: ['reason'],
    fromZero: [{ reason: 'day' }],
  });
  return (reason) => count({ reason });
}

/** Reports the number of batches waiting for the queue. */
export function addVisitMetrics(metrics: Metrics, visits: VisitBuffer): void {
  metrics.addSource({
    name: 'visits',
    gauges: { visit_batches_waiting: { help: 'Batches of visits that the queue does not have yet' } },
    read: async () => ({ visit_batches_waiting: [{ value: visits.batchesWaiting() }] }),
  });
}
