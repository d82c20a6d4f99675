import { join } from 'node:path';
import { defineService } from '@naughty-list/service-kit/lifecycle/define-service';
import { Config } from './config.ts';
import type { Context } from './context.ts';
import { recordVisitsHandler } from './jobs/record-visits.ts';
import { trafficRoutes } from './routes/traffic.ts';
import { visitMaintenance } from './visits/maintain.ts';
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
  jobs: [recordVisitsHandler],
  // Batches lock the roll-ups in turn: more workers would only occupy connections that HTTP needs.
  jobConcurrency: 4,
  schedules: [visitMaintenance],
});
