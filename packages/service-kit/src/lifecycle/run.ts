import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { databaseFault } from '../database/database-faults.ts';
import { MigrationBlocked } from '../database/lock-retry.ts';
import { runMigrationStep } from '../database/migration-step.ts';
import { openMetricsServer } from '../http/metrics-server.ts';
import { refuseBrotli } from '../http/refuse-brotli.ts';
import { describeConnectionError } from '../telemetry/connection-errors.ts';
import type { Log } from '../telemetry/log.ts';
import { measureProcess } from '../telemetry/metrics.ts';
import { createScrubber } from '../telemetry/secrets.ts';
import { startTracing } from '../telemetry/start-tracing.ts';
import { type CommonConfig, ConfigError, readConfig } from './config.ts';
import type { BaseContext, Service } from './define-service.ts';
import { giveBackMemory } from './give-back-memory.ts';

const MODES = ['web', 'worker', 'all', 'migrate'] as const;
type Mode = (typeof MODES)[number];

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
  refuseBrotli();
  const [context, app] = await openProcess(service, mode).catch(exitWithError);
  const { log, config, metrics } = context;
  endWithLogLine(log);
  measureProcess(metrics);
  const stopTracing = await startTracing(
    service.name,
    config,
    service.isPublic ? config.INTERNAL_SECRET : undefined,
  );
  const { METRICS_HOST: host, METRICS_PORT: port } = config;
  const metricsServer = port === undefined ? undefined : openMetricsServer({ metrics, host, port });
  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    app.drain();
    await sleep(config.DRAIN_MS);
    setTimeout(() => process.exit(1), config.STOP_TIMEOUT_MS).unref();
    await app.close();
    await context.close();
    await metricsServer?.close();
    await stopTracing();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
  await metricsServer?.listen().catch((error) => refuseTakenPort(error, config.METRICS_HOST, port));
  if (mode !== 'web') await service.startJobs(context);
  await app.ready();
  await giveBackMemory();
  await listen(app, context);
}

const isMode = (text: string): text is Mode => MODES.includes(text as Mode);

async function openProcess<C extends CommonConfig, Context extends BaseContext<C>>(
  service: Service<C, Context>,
  mode: Mode,
): Promise<[Context, FastifyInstance]> {
  const context = await service.open(readConfig(service.config, process.env));
  return [context, mode === 'worker' ? service.buildHealthApp(context) : await service.buildApp(context)];
}

async function listen(
  app: FastifyInstance,
  { log, config: { HOST: host, PORT: port } }: BaseContext,
): Promise<void> {
  await app.listen({ host, port }).catch((error) => refuseTakenPort(error, host, port));
  const address = app.server.address();
  log.info({ port: typeof address === 'object' ? address?.port : port }, 'listening');
}

function refuseTakenPort(error: NodeJS.ErrnoException, host: string, port: number | undefined): never {
  if (error.code !== 'EADDRINUSE') throw error;
  console.error(`Port ${port} on ${host} is taken`);
  process.exit(1);
}

/** Before the log exists; the error may quote settings, or the statement of another database session. */
function exitWithError(error: unknown): never {
  console.error(createScrubber()(reasonOf(error)));
  process.exit(1);
}

/** A one-line description of errors that an operator can fix. */
function reasonOf(error: unknown): string {
  if (error instanceof ConfigError || error instanceof MigrationBlocked) return error.message;
  const fault = databaseFault(error);
  if (!fault) return inspect(error);
  // Connection errors of several addresses have a code and no message.
  const { code, message } = error as { code?: unknown; message?: string };
  const why = describeConnectionError(error) ?? (message || String(code));
  return `The database cannot be used (${fault.replace('_', '-')}): ${why}; see docs/runbooks/database-refuses.md`;
}

/** An uncaught error ends the process; it is logged, because Node's own output would not redact secrets. */
function endWithLogLine(log: Log): void {
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'uncaught error');
    process.exit(1);
  });
}
