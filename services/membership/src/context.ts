import { fileURLToPath } from 'node:url';
import { type ApiClient, createApiClient } from '@naughty-list/api-client/client';
import { CHAIN_VERIFICATIONS_CHANNEL } from '@naughty-list/contracts/verifications';
import { addClaimMetrics } from '@naughty-list/payment-claims/claim-metrics';
import { openWatchers, type Watchers } from '@naughty-list/payment-claims/watch';
import { type Database, databaseAnswers, openDatabase } from '@naughty-list/service-kit/database/database';
import { migrate } from '@naughty-list/service-kit/database/migrate';
import { openWakeUps, type WakeUps } from '@naughty-list/service-kit/database/wake-ups';
import { type EventStreams, openEventStreams } from '@naughty-list/service-kit/http/event-streams';
import type { HealthChecks } from '@naughty-list/service-kit/http/http';
import { signedFetch } from '@naughty-list/service-kit/http/service-auth';
import { openQueues, type Queues } from '@naughty-list/service-kit/jobs/queues';
import { addClockMetric, type Clock, systemClock } from '@naughty-list/service-kit/lifecycle/clock';
import { createLog, type Log } from '@naughty-list/service-kit/telemetry/log';
import { type Metrics, openMetrics } from '@naughty-list/service-kit/telemetry/metrics';
import { secretsIn } from '@naughty-list/service-kit/telemetry/secrets';
import { membershipClaims } from './claims/claim.ts';
import type { Config } from './config.ts';
import { openTelegram } from './invites/telegram.ts';
import type { Chat } from './members/link.ts';
import { addMemberMetrics } from './members/metrics.ts';

export const SCHEMA = 'membership';
/** Streams to gateways; each gateway opens one per followed verification. */
const STREAMS_MAX = 10_000;

/** The parts that routes and jobs share. */
export type Context = {
  config: Config;
  log: Log;
  clock: Clock;
  db: Database;
  queues: Queues;
  metrics: Metrics;
  /** Wakes calls that wait for a claim or its invite, by claim id. */
  claimWakeUps: WakeUps;
  eventStreams: EventStreams;
  watchers: Watchers;
  chainVerifier: ApiClient;
  chat: Chat;
  checks: HealthChecks;
  /** Reported by readiness; never fails it: claims wait in the database while the queue is unavailable. */
  softChecks: HealthChecks;
  /** Ends waiting requests, so that shutdown does not wait for them. */
  stopWaiting(): Promise<void>;
  /** Called and awaited before the context closes its connections. */
  stopping: Set<() => Promise<void>>;
  migrate(): Promise<void>;
  close(): Promise<void>;
};

/** Assembles the service's parts; connections open on first use. */
export function createContext(config: Config, overrides: { clock?: Clock; log?: Log } = {}): Context {
  const clock = overrides.clock ?? systemClock;
  const log = overrides.log ?? createLog(SCHEMA, config.LOG_LEVEL, secretsIn(config));
  const { DATABASE_URL: url } = config;
  const metrics = openMetrics();
  const db = openDatabase({ url, schema: SCHEMA });
  addClockMetric(metrics, { db, clock });
  const queues = openQueues({ url: config.QUEUE_URL, secret: config.INTERNAL_SECRET, log, metrics });
  const channel = [membershipClaims.channel, CHAIN_VERIFICATIONS_CHANNEL];
  const claimWakeUps = openWakeUps({ url, channel, log });
  const signed = signedFetch(config.INTERNAL_SECRET, SCHEMA);
  addClaimMetrics(metrics, db, { of: membershipClaims, purpose: 'membership' });
  addMemberMetrics(metrics, db);
  const waiting = new AbortController();
  const stopping: Context['stopping'] = new Set();
  return {
    config,
    log,
    clock,
    db,
    queues,
    metrics,
    claimWakeUps,
    watchers: openWatchers(claimWakeUps),
    eventStreams: openEventStreams({
      heartbeatMs: config.EVENTS_HEARTBEAT_MS,
      max: STREAMS_MAX,
      stopping: waiting.signal,
    }),
    chainVerifier: createApiClient({ baseUrl: config.CHAIN_VERIFIER_URL, fetch: signed }),
    chat: chatOf(config),
    checks: { database: () => databaseAnswers(db) },
    softChecks: { queue: () => queues.answers() },
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

/** A configured bot takes precedence over a shared link. */
function chatOf(config: Config): Chat {
  const { TELEGRAM_BOT_TOKEN: token, TELEGRAM_CHAT_ID: chatId, TELEGRAM_INVITE_LINK: link } = config;
  if (token && chatId) {
    const { TELEGRAM_API_URL: apiUrl, TELEGRAM_TIMEOUT_MS: timeoutMs } = config;
    return { kind: 'invites', telegram: openTelegram({ apiUrl, token, chatId, timeoutMs }) };
  }
  if (!link) throw new Error('There is no link to the chat');
  return { kind: 'fixed', link };
}
