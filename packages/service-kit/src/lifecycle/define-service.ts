import type { Health } from '@naughty-list/contracts/health';
import type { Job, JobPayload } from '@naughty-list/contracts/job';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { type Database, openDatabase, pingDatabase } from '../database/database.ts';
import { type Migrated, migrate } from '../database/migrate.ts';
import { buildServiceApp, checkHealth, type HealthChecks } from '../http/http.ts';
import type { Route } from '../http/route.ts';
import { handle, type JobHandler, type JobInfo } from '../jobs/handler.ts';
import { openQueues, type Queues } from '../jobs/queues.ts';
import { createFaultLog } from '../telemetry/faults.ts';
import { createLog, type Log } from '../telemetry/log.ts';
import { type Metrics, openMetrics } from '../telemetry/metrics.ts';
import { secretsIn } from '../telemetry/secrets.ts';
import { addClockMetric, type Clock, systemClock } from './clock.ts';
import type { CommonConfig } from './config.ts';

/** What every service has; `open` adds the service's own parts. */
export type BaseContext<C extends CommonConfig = CommonConfig, Constants = object> = {
  config: C;
  constants: Constants;
  log: Log;
  clock: Clock;
  metrics: Metrics;
  /** The service's schema, migrated. */
  db: Database;
  queues: Queues;
  /** Aborted by `drain`: ends requests that wait. */
  draining: AbortSignal;
  /** Called when the app stops taking requests. */
  drain(): void;
  /** Registers what `close` must end; the latest is ended first. */
  onClose(end: End): void;
  close(): Promise<void>;
};

type End = () => void | Promise<void>;

/** Starts work that repeats until the context closes. */
export type Schedule<Context> = (context: Context) => void;

type ServiceDefinition<
  C extends CommonConfig,
  Context extends BaseContext<C, Constants>,
  Constants extends object,
> = {
  /** As in logs and traces. */
  name: string;
  /** The PostgreSQL schema, and the folder of its migrations. */
  database: Migrated;
  /** The only place that names environment variables. */
  config: z.ZodType<C>;
  /** Numbers that only tests change. */
  constants: Constants;
  /** Opens the service's parts on a migrated database. */
  open(base: BaseContext<C, Constants>): Context | Promise<Context>;
  routes?: readonly ((context: Context) => Route | Route[])[];
  /** Replaces the app of the routes; for the gateway, which is public. */
  buildApp?(context: Context): Promise<FastifyInstance>;
  jobs?: readonly ((context: Context) => JobHandler)[];
  jobConcurrency?: number;
  schedules?: readonly Schedule<Context>[];
  /** Checks that fail readiness, besides the database's. */
  checks?(context: Context): HealthChecks;
  /** Checks that are reported only, besides the queue's. */
  softChecks?(context: Context): HealthChecks;
};

type Overrides<Constants> = { clock?: Clock; log?: Log; constants?: Partial<Constants> };

export type Service<C extends CommonConfig, Context extends BaseContext<C>, Constants = object> = Pick<
  ServiceDefinition<C, Context, object>,
  'name' | 'database' | 'config'
> & {
  /**
   * Opens connections, migrates or checks the schema, and opens the service's parts.
   *
   * @throws ConfigError, or the database's error
   */
  open(config: C, overrides?: Overrides<Constants>): Promise<Context>;
  buildApp(context: Context): Promise<FastifyInstance>;
  /** Runs all checks. */
  readHealth(context: Context): Promise<Health>;
  /** The health and metrics endpoints of a process without routes. */
  buildHealthApp(context: Context): FastifyInstance;
  /** Starts job handlers and schedules. */
  startJobs(context: Context): Promise<void>;
};

/** Describes a service for the runner (`run`) and for tests. */
export function defineService<
  C extends CommonConfig,
  Context extends BaseContext<C, Constants>,
  Constants extends object = object,
>(definition: ServiceDefinition<C, Context, Constants>): Service<C, Context, Constants> {
  const { name, database, config, routes = [], jobs = [], schedules = [] } = definition;
  const healthOf = (context: Context) => ({
    checks: { database: () => pingDatabase(context.db), ...definition.checks?.(context) },
    softChecks: { queue: () => context.queues.answers(), ...definition.softChecks?.(context) },
  });
  const serviceApp = (context: Context, ownRoutes: Route[]) =>
    buildServiceApp({
      log: context.log,
      clock: context.clock,
      secret: context.config.INTERNAL_SECRET,
      metrics: context.metrics,
      routes: ownRoutes,
      ...healthOf(context),
    });
  return {
    name,
    database,
    config,
    readHealth(context) {
      const { checks, softChecks } = healthOf(context);
      return checkHealth(checks, softChecks);
    },
    async open(values, overrides = {}) {
      const constants = { ...definition.constants, ...overrides.constants };
      const base = { ...openBase(name, database.schema, values, overrides), constants };
      try {
        await migrate(base.db, { ...database, mode: values.MIGRATIONS });
        await base.queues.check();
        return await definition.open(base);
      } catch (error) {
        await base.close();
        throw error;
      }
    },
    async buildApp(context) {
      const ownRoutes = () => routes.flatMap((build) => build(context));
      const app = (await definition.buildApp?.(context)) ?? serviceApp(context, ownRoutes());
      app.addHook('preClose', async () => context.drain());
      return app;
    },
    buildHealthApp: (context) => serviceApp(context, []),
    async startJobs(context) {
      const { jobConcurrency: concurrency } = definition;
      const handlers = jobs.map((build) => build(context));
      if (handlers.length > 0) await context.queues.work(handlers, concurrency ? { concurrency } : {});
      const ends: End[] = [];
      for (const start of schedules) start({ ...context, onClose: (end) => void ends.push(end) });
      // Concurrently: all must stop now, also while one is finishing.
      context.onClose(async () => {
        await Promise.all(ends.map((end) => endSafely(end, context.log)));
      });
    },
  };
}

function openBase<C extends CommonConfig>(
  name: string,
  schema: string,
  config: C,
  overrides: { clock?: Clock; log?: Log },
): Omit<BaseContext<C>, 'constants'> {
  const clock = overrides.clock ?? systemClock;
  const log = overrides.log ?? createLog(name, config.LOG_LEVEL, secretsIn(config));
  const metrics = openMetrics();
  const db = openDatabase({ url: config.DATABASE_URL, schema, secret: config.INTERNAL_SECRET });
  addClockMetric(metrics, { db, clock });
  const queues = openQueues({ url: config.QUEUE_URL, secret: config.INTERNAL_SECRET, log, metrics });
  const drained = new AbortController();
  const ends: End[] = [() => db.destroy(), () => queues.close()];
  const close = async () => {
    drained.abort();
    for (const end of ends.splice(0).reverse()) await endSafely(end, log);
  };
  return {
    config,
    log,
    clock,
    metrics,
    db,
    queues,
    draining: drained.signal,
    drain: () => drained.abort(),
    onClose: (end) => void ends.push(end),
    close,
  };
}

/** A failed end is logged, so that the others still run. */
async function endSafely(end: End, log: Log): Promise<void> {
  try {
    await end();
  } catch (err) {
    log.error({ err }, 'close');
  }
}

/** Binds a job to a handler that takes the service's context. */
export const onJob =
  <Context, J extends Job>(
    job: J,
    run: (context: Context, payload: JobPayload<J>, info: JobInfo) => Promise<void>,
  ) =>
  (context: Context): JobHandler =>
    handle(job, (payload, info) => run(context, payload, info));

/**
 * Repeats a task without overlap; a failed run is logged, the same fault once in half a minute, and retried at the next
 * turn. `mayGoOn` turns false when a long task must stop.
 */
export function every<Context extends BaseContext>(
  interval: number | ((context: Context) => number),
  task: (context: Context, mayGoOn: () => boolean) => Promise<void>,
  { atStart = false, name = 'sweep' } = {},
): Schedule<Context> {
  return (context) => {
    let running: Promise<void> | undefined;
    let isClosed = false;
    const logFault = createFaultLog(context.log, name);
    const start = () => {
      running ??= task(context, () => !isClosed)
        .catch(logFault)
        .finally(() => {
          running = undefined;
        });
    };
    if (atStart) start();
    const timer = setInterval(start, typeof interval === 'number' ? interval : interval(context));
    context.onClose(async () => {
      isClosed = true;
      clearInterval(timer);
      await running;
    });
  };
}
