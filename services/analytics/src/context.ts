import { join } from 'node:path';
import { type Database, openDatabase } from '@naughty-list/service-kit/database/database';
import { migrate } from '@naughty-list/service-kit/database/migrate';
import { openQueues, type Queues } from '@naughty-list/service-kit/jobs/queues';
import { addClockMetric, type Clock, systemClock } from '@naughty-list/service-kit/lifecycle/clock';
import { createLog, type Log } from '@naughty-list/service-kit/telemetry/log';
import { type Metrics, openMetrics } from '@naughty-list/service-kit/telemetry/metrics';
import { secretsIn } from '@naughty-list/service-kit/telemetry/secrets';
import type { Config } from './config.ts';
import { addVisitMetrics } from './visits/metrics.ts';

export const SCHEMA = 'analytics';

export type Context = {
  config: Config;
  db: Database;
  queues: Queues;
  metrics: Metrics;
  clock: Clock;
  log: Log;
  /** Called and awaited before the context closes its connections. */
  stopping: Set<() => Promise<void>>;
  close(): Promise<void>;
};

/** Opens the service's connections and parts, and runs its migrations. */
export async function createContext(config: Config, { clock = systemClock } = {}): Promise<Context> {
  const log = createLog(SCHEMA, config.LOG_LEVEL, secretsIn(config));
  const metrics = openMetrics();
  const db = openDatabase({ url: config.DATABASE_URL, schema: SCHEMA });
  addClockMetric(metrics, { db, clock });
  const queues = openQueues({ url: config.QUEUE_URL, secret: config.INTERNAL_SECRET, log, metrics });
  await migrate(db, {
    schema: SCHEMA,
    directory: join(import.meta.dirname, '../migrations'),
    mode: config.MIGRATIONS,
    log,
  });
  addVisitMetrics(metrics, db);
  await queues.check();
  const stopping: Context['stopping'] = new Set();
  const close = async () => {
    await Promise.all([...stopping].map((stop) => stop()));
    await queues.close();
    await db.destroy();
  };
  return { config, db, queues, metrics, clock, log, stopping, close };
}
