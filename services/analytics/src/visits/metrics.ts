import type { Database } from '@naughty-list/service-kit/database/database';
import type { Metrics } from '@naughty-list/service-kit/telemetry/metrics';
import { readTotal } from './roll-ups.ts';

/** Counts all visits ever recorded. */
export function addVisitMetrics(metrics: Metrics, db: Database): void {
  metrics.addSource({
    name: 'visits',
    gauges: { visits_recorded: { help: 'Visits counted since installation' } },
    read: async () => ({ visits_recorded: [{ value: await readTotal(db) }] }),
  });
}
