import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { recordVisitsJob } from '@naughty-list/contracts/visits';
import { type Database, openDatabase } from '@naughty-list/service-kit/database/database';
import { openQueues, type Queues } from '@naughty-list/service-kit/jobs/queues';
import { addClockMetric, type Clock, systemClock } from '@naughty-list/service-kit/lifecycle/clock';
import { ConfigError } from '@naughty-list/service-kit/lifecycle/config';
import { createLog, type Log } from '@naughty-list/service-kit/telemetry/log';
import { type Metrics, openMetrics } from '@naughty-list/service-kit/telemetry/metrics';
import { secretsIn } from '@naughty-list/service-kit/telemetry/secrets';
import { ensureFirstAdmin } from './admin/first-admin.ts';
import { createKnownDevices, type KnownDevices } from './admin/known-devices.ts';
import { createLogins, type Logins } from './admin/logins.ts';
import { type Challenges, createChallenges } from './challenge/challenges.ts';
import { type ClientIds, createClientIds } from './clients/client-id.ts';
import type { Counts } from './clients/counts.ts';
import { createVisitors, type Visitors } from './clients/visitors.ts';
import type { Config } from './config.ts';
import { createMarket, type Market } from './market/market.ts';
import { type Breaker, createBreakers } from './proxy/breaker.ts';
import type { Upstream } from './proxy/proxied-endpoint.ts';
import { migrateSchema, SCHEMA } from './schema.ts';
import { isHttps } from './security/content-security-policy.ts';
import type { SessionStore } from './sessions/session-store.ts';
import { openSharedState } from './shared-state.ts';
import { addVisitMetrics, countDropped, countRefused } from './visits/metrics.ts';
import { createVisitBuffer } from './visits/visit-buffer.ts';
import { createVisitIntake, type VisitIntake } from './visits/visit-intake.ts';
import { openVisitSpool } from './visits/visit-spool.ts';

export type Context = {
  config: Config;
  db: Database;
  queues: Queues;
  metrics: Metrics;
  clock: Clock;
  log: Log;
  clientIds: ClientIds;
  visitors: Visitors;
  sessions: SessionStore;
  counts: Counts;
  challenges: Challenges;
  logins: Logins;
  knownDevices: KnownDevices;
  upstreams: Record<Upstream, string>;
  breakers: Record<Upstream, Breaker>;
  /** Absolute path; undefined when only the API is served. */
  webRoot: string | undefined;
  visitIntake: VisitIntake;
  market: Market;
  close(): Promise<void>;
};

/** Opens the gateway's connections and parts, and runs its migrations. */
export async function createContext(config: Config, { clock = systemClock } = {}): Promise<Context> {
  const webRoot = config.WEB_ROOT && resolve(config.WEB_ROOT);
  if (webRoot && !existsSync(join(webRoot, 'index.html'))) {
    throw new ConfigError('Configuration: WEB_ROOT has no index.html; is the web app built?');
  }
  const log = createLog(SCHEMA, config.LOG_LEVEL, secretsIn(config));
  const metrics = openMetrics();
  const db = openDatabase({ url: config.DATABASE_URL, schema: SCHEMA });
  addClockMetric(metrics, { db, clock });
  const queues = openQueues({ url: config.QUEUE_URL, secret: config.INTERNAL_SECRET, log, metrics });
  await migrateSchema(db, { mode: config.MIGRATIONS, log });
  await ensureFirstAdmin(db, config, log);
  await queues.check();
  const shared = openSharedState(config, { db, clock, log });
  const { sessions, counts } = shared;
  const secure = isHttps(config.PUBLIC_ORIGIN);
  if (!secure) log.info('PUBLIC_ORIGIN is not https: pages hide the Solana Pay codes of removals');
  const spool = config.VISIT_SPOOL_DIR ? await openVisitSpool(config.VISIT_SPOOL_DIR, { log }) : undefined;
  const send: Parameters<typeof createVisitBuffer>[0]['send'] = (batch) => queues.add(recordVisitsJob, batch);
  const visits = createVisitBuffer({ send, log, spool, onDropped: countDropped(metrics) });
  addVisitMetrics(metrics, visits);
  const upstreams: Record<Upstream, string> = {
    reports: config.REPORTS_URL,
    membership: config.MEMBERSHIP_URL,
    analytics: config.ANALYTICS_URL,
    'chain-verifier': config.CHAIN_VERIFIER_URL,
  };
  const breakers = createBreakers(upstreams, log);
  const visitIntake = createVisitIntake({ config, clock, add: visits.add, onRefused: countRefused(metrics) });
  return {
    config,
    db,
    queues,
    metrics,
    clock,
    log,
    clientIds: createClientIds(config.INTERNAL_SECRET),
    visitors: createVisitors(config.SESSION_SECRET, { secure }),
    sessions,
    counts,
    challenges: createChallenges({ secret: config.INTERNAL_SECRET, db, clock }),
    logins: createLogins(db, { limit: config.RATE_LIMIT_LOGINS_PER_15_MINUTES, clock, counts }),
    knownDevices: createKnownDevices(config.SESSION_SECRET, { secure }),
    upstreams,
    breakers,
    webRoot,
    visitIntake,
    market: createMarket(config, log),
    close: async () => {
      for (const breaker of Object.values(breakers)) breaker.close();
      await visits.close();
      await queues.close();
      await shared.close();
      await db.destroy();
    },
  };
}
