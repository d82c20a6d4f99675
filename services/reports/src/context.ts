import { fileURLToPath } from 'node:url';
import { type ApiClient, createApiClient } from '@naughty-list/api-client/client';
import { CHAIN_VERIFICATIONS_CHANNEL } from '@naughty-list/contracts/verifications';
import { addClaimMetrics } from '@naughty-list/payment-claims/claim-metrics';
import { openWatchers, type Watchers } from '@naughty-list/payment-claims/watch';
import { type Clock, systemClock } from '@naughty-list/service-kit/clock';
import { addClockMetric } from '@naughty-list/service-kit/clock-metric';
import { type Database, databaseAnswers, openDatabase } from '@naughty-list/service-kit/database';
import { type EventStreams, openEventStreams } from '@naughty-list/service-kit/event-streams';
import type { HealthChecks } from '@naughty-list/service-kit/http';
import { createLog, type Log } from '@naughty-list/service-kit/log';
import { type Metrics, openMetrics } from '@naughty-list/service-kit/metrics';
import { migrate } from '@naughty-list/service-kit/migrate';
import { openQueues, type Queues } from '@naughty-list/service-kit/queues';
import { secretsIn } from '@naughty-list/service-kit/secrets';
import { signedFetch } from '@naughty-list/service-kit/service-auth';
import { openWakeUps, type WakeUps } from '@naughty-list/service-kit/wake-ups';
import type { ReportsConfig } from './config.ts';
import { addListMetrics, type CountSubmission } from './list-metrics.ts';
import { createListPages, type ListPages } from './lists/list-pages.ts';
import { niceList } from './nice-reports/nice-list.ts';
import { removalClaims } from './removal/claim.ts';
import { naughtyList } from './reports/naughty-list.ts';

export const SCHEMA = 'reports';

/** Streams to gateways, each of which needs one per verification that is followed. */
const STREAMS_MAX = 10_000;

/** What routes and jobs of this service work with. */
export type Context = {
  config: ReportsConfig;
  log: Log;
  clock: Clock;
  db: Database;
  queues: Queues;
  metrics: Metrics;
  countSubmission: CountSubmission;
  /** Wakes those who wait for a claim or follow a look, by its id. */
  claimWakeUps: WakeUps;
  eventStreams: EventStreams;
  watchers: Watchers;
  chainVerifier: ApiClient;
  listPages: ListPages;
  niceListPages: ListPages;
  checks: HealthChecks;
  /** What they tell is reported, and the service is ready without: claims wait in the database for a queue that is away. */
  softChecks: HealthChecks;
  /** Ends what requests wait for, so that stopping does not have to. */
  stopWaiting(): Promise<void>;
  /** Aborted by `stopWaiting`. */
  waiting: AbortSignal;
  /** Called, and waited for, before the context lets go of its connections. */
  stopping: Set<() => Promise<void>>;
  migrate(): Promise<void>;
  close(): Promise<void>;
};

/** Puts the service's parts together; nothing connects before its first use. */
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
    migrate: () =>
      migrate(db, {
        schema: SCHEMA,
        directory: fileURLToPath(new URL('../migrations', import.meta.url)),
        mode: config.MIGRATIONS,
        log,
      }),
    close: async () => {
      await Promise.all([...stopping].map((stop) => stop()));
      await claimWakeUps.close();
      await queues.close();
      await db.destroy();
    },
  };
}
