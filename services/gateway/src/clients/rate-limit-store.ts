import { closeRedis, isRedisUrl, openRedis, type Redis } from '@naughty-list/service-kit/database/redis';
import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import type { Log } from '@naughty-list/service-kit/telemetry/log';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config.ts';

/** At most `max` calls under this key in each window of this length; it opens with its first call. */
export type Budget = { key: string; max: number; windowMs: number };

/** The count and remaining time: of the first budget, or of the one that is used up. */
export type Taken = { isFull: boolean; count: number; endsInMs: number };

export type RateLimitStore = {
  /**
   * Counts a call against all of these budgets, or against none of them when one is used up: a refused call opens no
   * window. Synchronous unless it needs a round trip.
   */
  take(budgets: readonly Budget[]): Taken | Promise<Taken>;
  /** Reverts one count of each. */
  giveBack(budgets: readonly Budget[]): void | Promise<void>;
};

const WINDOWS_MAX = 50_000;

/** Counts of this process only, without a round trip; forgets the least recently used windows when full. */
export function createMemoryRateLimits(clock: Clock, max = WINDOWS_MAX) {
  const windows = new LRUCache<string, { count: number; endsAt: number }>({ max });
  return {
    take(budgets: readonly Budget[]): Taken {
      const now = clock.now().getTime();
      const open = budgets.map(({ key, windowMs }) => {
        const known = windows.get(key);
        // A window that ends too far ahead was opened before the clock was set back.
        const isOpen = known && known.endsAt > now && known.endsAt - now <= windowMs;
        return isOpen ? known : { count: 0, endsAt: now + windowMs };
      });
      const fullAt = budgets.findIndex(({ max: most }, at) => (open[at]?.count ?? 0) >= most);
      if (fullAt < 0)
        for (const [at, { key }] of budgets.entries()) {
          const window = open[at];
          if (!window) continue;
          window.count += 1;
          windows.set(key, window);
        }
      const { count = 0, endsAt = now } = open[Math.max(0, fullAt)] ?? {};
      return { isFull: fullAt >= 0, count, endsInMs: endsAt - now };
    },
    giveBack(budgets: readonly Budget[]): void {
      for (const { key } of budgets) {
        const known = windows.get(key);
        if (known && known.count > 0) known.count -= 1;
      }
    },
  };
}

const PREFIX = 'naughty-list:count:';
/** Redis is skipped for this long after a failure, so that not every call waits for it. */
const PAUSE_MS = 2_000;

/** KEYS: windows. ARGV: the maximum and length of each in turn. Returns the place of the full one, or 0, count, time. */
const TAKE = `
for at, key in ipairs(KEYS) do
  local count = tonumber(redis.call('get', key) or '0')
  if count >= tonumber(ARGV[2 * at - 1]) then return {at, count, redis.call('pttl', key)} end
end
local taken
for at, key in ipairs(KEYS) do
  local count = redis.call('incr', key)
  if redis.call('pttl', key) < 0 then redis.call('pexpire', key, ARGV[2 * at]) end
  taken = taken or {0, count, redis.call('pttl', key)}
end
return taken`;
const GIVE_BACK = `
for _, key in ipairs(KEYS) do
  if tonumber(redis.call('get', key) or '0') > 0 then redis.call('decr', key) end
end`;

/**
 * Counts shared by all gateways. While Redis is unavailable each gateway counts on its own, so that limits still hold
 * and no call fails.
 */
export function createRedisRateLimits(redis: Redis, fallback: RateLimitStore): RateLimitStore {
  let pausedUntil = 0;

  async function withFallback<T>(call: () => Promise<T>, otherwise: () => T | Promise<T>): Promise<T> {
    if (performance.now() < pausedUntil) return otherwise();
    try {
      return await call();
    } catch {
      // The connection logs its own loss, once.
      pausedUntil = performance.now() + PAUSE_MS;
      return otherwise();
    }
  }
  // The last budget is that of the largest network; as hash tag, it keeps those of one call together in a cluster.
  const keysOf = (budgets: readonly Budget[]) =>
    budgets.map(({ key }) => `${PREFIX}{${budgets.at(-1)?.key}}${key}`);

  return {
    take: (budgets) =>
      withFallback(
        async () => {
          const limits = budgets.flatMap(({ max, windowMs }) => [max, windowMs]);
          const keys = keysOf(budgets);
          const [full, count, endsInMs] = (await redis.eval(
            TAKE,
            keys.length,
            ...keys,
            ...limits,
          )) as number[];
          return { isFull: full !== 0, count: count ?? 0, endsInMs: endsInMs ?? 0 };
        },
        () => fallback.take(budgets),
      ),
    giveBack: (budgets) =>
      withFallback(
        async () => void (await redis.eval(GIVE_BACK, budgets.length, ...keysOf(budgets))),
        () => fallback.giveBack(budgets),
      ),
  };
}

/** Every public call is counted, so a hanging Redis must not delay it for long. */
const COUNT_TIMEOUT_MS = 500;

/** With Redis, gateways share the counts. Without, each counts on its own. */
export function openRateLimitStore(
  config: Pick<Config, 'QUEUE_URL'>,
  { clock, log, onClose }: { clock: Clock; log: Log; onClose: (close: () => Promise<void>) => void },
): RateLimitStore {
  const own = createMemoryRateLimits(clock);
  if (!isRedisUrl(config.QUEUE_URL)) return own;
  const redis = openRedis({
    url: config.QUEUE_URL,
    log,
    name: 'gateway',
    commandTimeoutMs: COUNT_TIMEOUT_MS,
  });
  onClose(() => closeRedis(redis));
  return createRedisRateLimits(redis, own);
}
