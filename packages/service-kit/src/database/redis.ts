import { Redis } from 'ioredis';
import { ConfigError } from '../lifecycle/config.ts';
import { inTime } from '../lifecycle/in-time.ts';
import { describeConnectionError } from '../telemetry/faults.ts';
import type { Log } from '../telemetry/log.ts';

export type { Redis } from 'ioredis';

const CONNECT_TIMEOUT_MS = 5_000;
const COMMAND_TIMEOUT_MS = 5_000;
const LONGEST_RECONNECT_MS = 1_000;
const CHECK_TIMEOUT_MS = 3_000;

export const isRedisUrl = (url: string): boolean => /^rediss?:\/\//.test(url);

/** Milliseconds before a reconnect: short and without end, because outages of Redis are usually brief. */
export const retrySoon = (attempt: number): number => Math.min(attempt * 50, LONGEST_RECONNECT_MS);

/**
 * A connection for short commands. Connects at once and reconnects when lost; meanwhile commands fail instead of
 * queueing, and no command waits longer than `commandTimeoutMs` (five seconds).
 */
export function openRedis({
  url,
  name,
  log,
  commandTimeoutMs = COMMAND_TIMEOUT_MS,
}: {
  url: string;
  name: string;
  log: Log;
  commandTimeoutMs?: number;
}): Redis {
  const redis = new Redis(url, {
    connectionName: name,
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: commandTimeoutMs,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    retryStrategy: retrySoon,
  });
  let isUnavailable = false;
  redis.on('error', (err) => {
    const because = describeConnectionError(err);
    if (!isUnavailable)
      log.warn({ err, connection: name, ...(because && { because }) }, 'Redis is unavailable');
    isUnavailable = true;
  });
  redis.on('ready', () => {
    if (isUnavailable) log.info({ connection: name }, 'Redis is available again');
    isUnavailable = false;
  });
  return redis;
}

/** Whether the connection is usable, within `timeoutMs`. */
export async function isReady(redis: Redis, timeoutMs: number): Promise<boolean> {
  if (redis.status === 'ready') return true;
  const { promise: ready, resolve } = Promise.withResolvers<true>();
  const isNow = () => resolve(true);
  redis.once('ready', isNow);
  const became = await inTime(ready, timeoutMs);
  redis.off('ready', isNow);
  return became ?? false;
}

/** Closes a connection; pending commands complete first if Redis is available. */
export async function closeRedis(redis: Redis): Promise<void> {
  if (redis.status === 'ready') await redis.quit().catch(() => undefined);
  redis.disconnect();
}

/**
 * Checks that this Redis does not evict data. One that is unavailable is checked at the next start.
 *
 * @throws ConfigError when it may evict keys: a full one would silently drop jobs
 */
export async function checkRedis(redis: Redis, log: Log): Promise<void> {
  if (!(await isReady(redis, CHECK_TIMEOUT_MS))) {
    log.warn('Redis is not available yet; jobs wait until it is');
    return;
  }
  // INFO, because managed services forbid CONFIG.
  const facts = readInfo(await redis.info());
  const policy = facts.get('maxmemory_policy');
  if (policy !== undefined && policy !== 'noeviction') {
    throw new ConfigError(
      `Configuration: QUEUE_URL names a Redis that evicts jobs when it is full (maxmemory-policy ${policy}); set "maxmemory-policy noeviction" there`,
    );
  }
  if (facts.get('aof_enabled') === '0') {
    log.warn(
      'Redis keeps no append-only file: jobs and sessions are lost when it restarts; set "appendonly yes" there',
    );
  }
}

/**
 * The share of `maxmemory` in use, 0 to 1; without a limit, that of the machine's memory. At 1, writes fail ("OOM command
 * not allowed"), or the system kills Redis, and jobs, sessions and counts with it.
 */
export async function redisFillRatio(redis: Redis): Promise<number | undefined> {
  const facts = readInfo(await redis.info('memory'));
  const limit = Number(facts.get('maxmemory')) || Number(facts.get('total_system_memory') ?? 0);
  return limit > 0 ? Number(facts.get('used_memory')) / limit : undefined;
}

function readInfo(text: string): Map<string, string> {
  const lines = text.split('\r\n').map((line) => line.split(':', 2));
  return new Map(lines.flatMap(([key, value]) => (key && value !== undefined ? [[key, value]] : [])));
}
