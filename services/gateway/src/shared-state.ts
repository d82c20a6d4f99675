import type { Clock } from '@naughty-list/service-kit/clock';
import type { Database } from '@naughty-list/service-kit/database';
import type { Log } from '@naughty-list/service-kit/log';
import { closeRedis, isRedisUrl, openRedis } from '@naughty-list/service-kit/redis';
import type { Counts } from './clients/counts.ts';
import { createMemoryCounts } from './clients/counts-in-memory.ts';
import { createRedisCounts } from './clients/counts-in-redis.ts';
import type { Config } from './config.ts';
import { createPostgresStore } from './sessions/postgres-store.ts';
import { createRedisStore } from './sessions/redis-store.ts';
import type { SessionStore } from './sessions/session-store.ts';

const MINUTE_MS = 60_000;
/** Every call of a visitor is counted: nobody waits long for a Redis that hangs. Admins do, their session cannot be guessed. */
const COUNT_TIMEOUT_MS = 500;

/** What one copy of the gateway has to tell the others: who is logged in, and who has called how often. */
export type SharedState = { sessions: SessionStore; counts: Counts; close(): Promise<void> };

/** With Redis all copies share both. Without, sessions lie in PostgreSQL, and each copy counts for itself. */
export function openSharedState(
  config: Config,
  { db, clock, log }: { db: Database; clock: Clock; log: Log },
): SharedState {
  const idleMs = config.ADMIN_SESSION_IDLE_MINUTES * MINUTE_MS;
  const ownCounts = createMemoryCounts(clock);
  if (!isRedisUrl(config.QUEUE_URL)) {
    return { sessions: createPostgresStore(db, clock, idleMs), counts: ownCounts, close: async () => {} };
  }
  const connection = { url: config.QUEUE_URL, log };
  const forCounts = openRedis({ ...connection, name: 'gateway', commandTimeoutMs: COUNT_TIMEOUT_MS });
  const forSessions = openRedis({ ...connection, name: 'gateway sessions' });
  return {
    sessions: createRedisStore(forSessions, clock, idleMs),
    counts: createRedisCounts(forCounts, ownCounts),
    close: async () => {
      await Promise.all([closeRedis(forCounts), closeRedis(forSessions)]);
    },
  };
}
