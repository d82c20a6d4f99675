import { fileURLToPath } from 'node:url';
import { type ApiClient, createApiClient } from '@naughty-list/api-client/client';
import { CHAIN_VERIFICATIONS_CHANNEL } from '@naughty-list/contracts/verifications';
import { addClaimMetrics } from '@naughty-list/payment-claims/claim-metrics';
import { openWatchers, type Watchers } from '@naughty-list/payment-claims/watch';
import { type Database, databaseAnswers, openDatabase } from '@naughty-list/service-kit/database/database';
import { migrate } from '@naughty-list/service-kit/database/migrate';
import { noticeRestore } from '@naughty-list/service-kit/database/notice-restore';
import { openWakeUps, type WakeUps } from '@naughty-list/service-kit/database/wake-ups';
import { type EventStreams, openEventStreams } from '@naughty-list/service-kit/http/event-streams';
import type { HealthChecks } from '@naughty-list/service-kit/http/http';
import { signedFetch } from '@naughty-list/service-kit/http/service-auth';
import { openQueues, type Queues } from '@naughty-list/service-kit/jobs/queues';
import { addClockMetric, type Clock, systemClock } from '@naughty-list/service-kit/lifecycle/clock';
import { createLog, type Log } from '@naughty-list/service-kit/telemetry/log';
import { type Metrics, openMetrics } from '@naughty-list/service-kit/telemetry/metrics';
import { secretsIn } from '@naughty-list/service-kit/telemetry/secrets';
import type { ReportsConfig } from './config.ts';
import { addListMetrics, type CountSubmission } from './list-metrics.ts';
import { createListPages, type ListPages } from './lists/list-pages.ts';
import { niceList } from './nice-reports/nice-list.ts';
import { removalClaims } from './removal/claim.ts';
import { naughtyList } from './reports/naughty-list.ts';
import { skipLostNumbers } from './reports/repository.ts';

export const SCHEMA = 'reports';

/** Streams to gateways; each gateway opens one per followed verification. */
const STREAMS_MAX = 10_000;

/** The parts that routes and jobs share. */
export type Context = {
  config: ReportsConfig;
  log: Log;
  clock: Clock;
  db: Database;
  queues: Queues;
  metrics: Metrics;
  countSubmission: CountSubmission;
  /** Wakes calls that wait for a claim or follow a preview, by its id. */
  claimWakeUps: WakeUps;
  eventStreams: EventStreams;
  watchers: Watchers;
  chainVerifier: ApiClient;
  listPages: ListPages;
  niceListPages: ListPages;
  checks: HealthChecks;
  /** Reported by readiness; never fails it: claims wait in the database while the queue is unavailable. */
  softChecks: HealthChecks;
  /** Ends waiting requests, so that shutdown does not wait for them. */
  stopWaiting(): Promise<void>;
  /** Aborted by `stopWaiting`. */
  waiting: AbortSignal;
  /** Called and awaited before the context closes its connections. */
  stopping: Set<() => Promise<void>>;
  /** Brings the schema up to date; after a restore, the numbers of reports go on far above those that were given since the backup. */
  prepare(): Promise<void>;
  close(): Promise<void>;
};

/** Assembles the service's parts; connections open on first use. */
export function createContext(config: ReportsConfig, overrides: { clock?: Clock; log?: Log } = {}): Context {
  const clock = overrides.clock ?? systemClock;
  const log = overrides.log ?? createLog('reports', config.LOG_LEVEL, secretsIn(config));
  const metrics = openMetrics();
  const db = openDatabase({ url: config.DATABASE_URL, schema: SCHEMA });
  addClockMetric(metrics, { db, clock });
  const queues = openQueues({ url: config.QUEUE_URL, secret: config.INTERNAL_SECRET, log, metrics });
  const claimWakeUps = openWakeUps({
    url: config.DATABASE_URL,
    channel: [removalClaims.channel, CHAIN_VERIFICATIONS_CHANNEL],
    log,
  });
  const signed = signedFetch(config.INTERNAL_SECRET, 'reports');
  addClaimMetrics(metrics, db, { of: removalClaims, purpose: 'removal' });
  const waiting = new AbortController();
  const stopping: Context['stopping'] = new Set();
  return {
    config,
    log,
    clock,
    db,
    queues,
    metrics,
    countSubmission: addListMetrics(metrics, db),
    claimWakeUps,
    watchers: openWatchers(claimWakeUps),
    eventStreams: openEventStreams({
      heartbeatMs: config.EVENTS_HEARTBEAT_MS,
      max: STREAMS_MAX,
      stopping: waiting.signal,
    }),
    chainVerifier: createApiClient({ baseUrl: config.CHAIN_VERIFIER_URL, fetch: signed }),
    listPages: createListPages(db, naughtyList),
    niceListPages: createListPages(db, niceList),
    checks: { database: () => databaseAnswers(db) },
    softChecks: { queue: () => queues.answers() },
    waiting: waiting.signal,
    stopWaiting: () => {
      waiting.abort();
      return claimWakeUps.close();
    },
    stopping,
    async prepare() {
      await migrate(db, {
        schema: SCHEMA,
        directory: fileURLToPath(new URL('../migrations', import.meta.url)),
        mode: config.MIGRATIONS,
        log,
      });
      if (await noticeRestore(db, skipLostNumbers))
        log.warn('this database was restored: numbers that were given since the backup are not given again');
    },
    close: async () => {
      await Promise.all([...stopping].map((stop) => stop()));
      await claimWakeUps.close();
      await queues.close();
      await db.destroy();
    },
  };
}
