import { join } from 'node:path';
import { recordVisitsJob } from '@naughty-list/contracts/visits';
import { defineService, onJob } from '@naughty-list/service-kit/lifecycle/define-service';
import { Config } from './config.ts';
import type { Context } from './context.ts';
import { trafficRoutes } from './routes/traffic.ts';
import { visitMaintenance } from './visits/maintain.ts';
import { recordVisits } from './visits/record.ts';
import { addVisitMetrics } from './visits/roll-ups.ts';

export const analytics = defineService<Config, Context>({
  name: 'analytics',
  database: { schema: 'analytics', directory: join(import.meta.dirname, '../migrations') },
  config: Config,
  constants: {},
  open: (base) => {
    addVisitMetrics(base.metrics, base.db);
    return base;
  },
  routes: [trafficRoutes],
  jobs: [
    onJob(recordVisitsJob, async ({ config, db, clock }, batch, { log }) => {
      const facts = { now: clock.now(), retentionDays: config.VISIT_RETENTION_DAYS };
      const counted = await recordVisits(db, batch, facts);
      log.debug({ visits: batch.visits.length, counted }, 'visits recorded');
    }),
  ],
  // Batches lock the roll-ups in turn: more workers would only occupy connections that HTTP needs.
  jobConcurrency: 4,
  schedules: [visitMaintenance],
});
