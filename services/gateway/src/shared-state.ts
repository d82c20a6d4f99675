import type { Database } from '@naughty-list/service-kit/database/database';
import { closeRedis, isRedisUrl, openRedis } from '@naughty-list/service-kit/database/redis';
import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import {
  createMemoryRateLimits,
  createRedisRateLimits,
  type RateLimitStore,
} from './clients/rate-limit-store.ts';
import type { Config } from './config.ts';
import { createPostgresStore } from './sessions/postgres-store.ts';
import { createRedisStore } from './sessions/redis-store.ts';
import type { SessionStore } from './sessions/session-store.ts';

const MINUTE_MS = 60_000;
/**
 * Every public call is counted, so a hanging Redis must not delay it for long. Admin calls do wait: a session cannot
 * be guessed.
 */
const COUNT_TIMEOUT_MS = 500;

/** State that gateways share: admin sessions and rate-limit counts. */
export type SharedState = { sessions: SessionStore; rateLimitStore: RateLimitStore; close(): Promise<void> };

/** With Redis, gateways share both. Without, sessions are in PostgreSQL and each gateway counts on its own. */
export function openSharedState(
  config: Config,
  { db, clock, log }: { db: Database; clock: Clock; log: Log },
): SharedState {
  const idleMs = config.ADMIN_SESSION_IDLE_MINUTES * MINUTE_MS;
  const ownRateLimits = createMemoryRateLimits(clock);
  if (!isRedisUrl(config.QUEUE_URL)) {
    return {
      sessions: createPostgresStore(db, clock, idleMs),
      rateLimitStore: ownRateLimits,
      close: async () => {},
    };
  }
  const connection = { url: config.QUEUE_URL, log };
  const forRateLimits = openRedis({ ...connection, name: 'gateway', commandTimeoutMs: COUNT_TIMEOUT_MS });
  const forSessions = openRedis({ ...connection, name: 'gateway sessions' });
  return {
    sessions: createRedisStore(forSessions, clock, idleMs),
    rateLimitStore: createRedisRateLimits(forRateLimits, ownRateLimits),
    close: async () => {
      await Promise.all([closeRedis(forRateLimits), closeRedis(forSessions)]);
    },
  };
}
