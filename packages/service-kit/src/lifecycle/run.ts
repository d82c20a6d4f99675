import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { z } from 'zod';
import { databaseFault, openDatabase } from '../database/database.ts';
import { type Migrated, migrate } from '../database/migrate.ts';
import { stopping } from '../http/drain.ts';
import { buildPrivateApp } from '../http/http.ts';
import { describeConnectionError } from '../telemetry/faults.ts';
import type { Log } from '../telemetry/log.ts';
import { type Metrics, measureProcess } from '../telemetry/metrics.ts';
import { createScrubber } from '../telemetry/secrets.ts';
import { startTracing } from '../telemetry/start-tracing.ts';
import { type CommonConfig, ConfigError, commonSettings, readConfig } from './config.ts';
import type { BaseContext, Service } from './define-service.ts';

const MODES = ['web', 'worker', 'all', 'migrate'] as const;
type Mode = (typeof MODES)[number];

/** How long running requests and jobs may take once a process stops; then it exits anyway. */
const STOP_TIMEOUT_MS = 25_000;

/**
 * Runs a service's process until SIGTERM or SIGINT: its routes (`web`), its jobs and schedules (`worker`), or both
 * (`all`); `migrate` brings the schema up to date and ends. When stopped, it reports not ready and keeps serving for
 * `DRAIN_MS`, then refuses new requests, finishes running ones and jobs, and closes. An invalid configuration prints
 * one line and exits with code 1.
 */
export async function run<C extends CommonConfig, Context extends BaseContext<C>>(
  service: Service<C, Context>,
  mode: string = process.argv[2] ?? 'web',
): Promise<void> {
  if (!isMode(mode)) {
    console.error(`Unknown mode ${mode}: use ${MODES.join(', ')}`);
    process.exit(1);
  }
  if (mode === 'migrate') return runMigrationStep(service.database).catch(exitWithError);
  const opened = await openService(service, mode, process.env).catch(exitWithError);
  const { log, config, metrics } = opened;
  endWithLogLine(log);
  measureProcess(metrics);
  const stopTracing = await startTracing(service.name, config);
  let isStopping = false;
  const stop = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    await opened.drain();
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    await opened.close();
    await stopTracing();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
  await opened.serve().catch(refuseTakenPort);
}

const isMode = (text: string): text is Mode => MODES.includes(text as Mode);

/** A service in this process, open but not serving yet. */
export type OpenedService = {
  config: CommonConfig;
  log: Log;
  metrics: Metrics;
  /** Starts jobs, then listens. Rejects with EADDRINUSE when a port is taken. */
  serve(): Promise<void>;
  /** Reports not ready; resolves after `DRAIN_MS`. */
  drain(): Promise<void>;
  /** Finishes running requests and jobs. */
  close(): Promise<void>;
};

/**
 * Opens one of possibly several services of this process.
 *
 * @throws ConfigError, or the database's error
 */
export async function openService<C extends CommonConfig, Context extends BaseContext<C>>(
  service: Service<C, Context>,
  mode: Exclude<Mode, 'migrate'>,
  env: Record<string, string | undefined>,
): Promise<OpenedService> {
  const context = await service.open(readConfig(service.config, env));
  const app = mode === 'worker' ? service.buildHealthApp(context) : await service.buildApp(context);
  const { log, config, metrics } = context;
  const { HOST: host, PORT: port, METRICS_PORT: metricsAt } = config;
  const readHealth = async () => (app.isDraining() ? stopping : service.readHealth(context));
  const privateApp = metricsAt && buildPrivateApp({ log, metrics, readHealth });
  return {
    config,
    log,
    metrics,
    async serve() {
      await privateApp?.listen(metricsAt);
      if (mode !== 'web') await service.startJobs(context);
      await app.listen({ host, port });
      const address = app.server.address();
      log.info({ port: typeof address === 'object' ? address?.port : port }, 'listening');
    },
    async drain() {
      app.drain();
      await sleep(config.DRAIN_MS);
    },
    async close() {
      await app.close();
      await context.close();
      await privateApp?.close();
    },
  };
}

function refuseTakenPort(error: NodeJS.ErrnoException & { address?: string; port?: number }): never {
  if (error.code !== 'EADDRINUSE') throw error;
  console.error(`Port ${error.port} on ${error.address} is taken`);
  process.exit(1);
}

function exitWithError(error: unknown): never {
  console.error(explainStartFailure(error));
  process.exit(1);
}

/** What to print before there is a log. Redacted: the error may quote settings or another session's statement. */
export function explainStartFailure(error: unknown): string {
  return createScrubber()(reasonOf(error));
}

/** A one-line description of errors that an operator can fix. */
function reasonOf(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  const fault = databaseFault(error);
  if (!fault) return inspect(error);
  // Connection errors of several addresses have a code and no message.
  const { code, message } = error as { code?: unknown; message?: string };
  const why = describeConnectionError(error) ?? (message || String(code));
  return `The database cannot be used (${fault.replace('_', '-')}): ${why}; see docs/runbooks.md#databaserefuses`;
}

/** An uncaught error ends the process; it is logged, because Node's own output would not redact secrets. */
export function endWithLogLine(log: Log): void {
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'uncaught error');
    process.exit(1);
  });
}

const MigrationConfig = z.object({
  DATABASE_URL: commonSettings.DATABASE_URL,
  // Needed once, to take over the old commit's admins.
  INTERNAL_SECRET: commonSettings.INTERNAL_SECRET.optional(),
});

/**
 * Migrates one schema: the step that a deployment runs before starting a new version.
 *
 * @throws ConfigError, or the database's error
 */
async function runMigrationStep(step: Migrated): Promise<void> {
  const config = readConfig(MigrationConfig, process.env);
  const db = openDatabase({ url: config.DATABASE_URL, schema: step.schema, secret: config.INTERNAL_SECRET });
  await migrate(db, step).finally(() => db.destroy());
  console.log(`The schema ${step.schema} is up to date`);
}
