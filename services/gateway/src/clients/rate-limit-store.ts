import type { Redis } from '@naughty-list/service-kit/database/redis';
import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';

/** Counts calls within time windows. A window opens with its first count and is removed when it ends. */
export type RateLimitStore = {
  /** Adds one under this key; synchronous unless it needs a round trip. */
  add(key: string, windowMs: number): Counted | Promise<Counted>;
  /** Reverts one count. */
  takeBack(key: string): Promise<void>;
};

/** The window's count and remaining time. */
export type Counted = { count: number; endsInMs: number };

const WINDOWS_MAX = 100_000;
/**
 * The share of the windows that is evicted at once: finding the oldest skips over all that were deleted before. A
 * long-lived iterator would retain every table that the map has outgrown.
 */
const EVICTED_SHARE = 1 / 1_000;

/** Answers without a round trip. */
export type MemoryRateLimits = Omit<RateLimitStore, 'add'> & { add(key: string, windowMs: number): Counted };

/** Counts of this process only; evicts the oldest windows when full. */
export function createMemoryRateLimits(clock: Clock, max = WINDOWS_MAX): MemoryRateLimits {
  const windows = new Map<string, { count: number; endsAt: number }>();

  function evictOldest(): void {
    let left = Math.ceil(max * EVICTED_SHARE);
    for (const key of windows.keys()) {
      windows.delete(key);
      left -= 1;
      if (left === 0) return;
    }
  }

  return {
    add(key, windowMs) {
      const now = clock.now().getTime();
      const known = windows.get(key);
      // A window that ends too far ahead was opened before the clock was set back.
      if (known && known.endsAt > now && known.endsAt - now <= windowMs) {
        known.count += 1;
        return { count: known.count, endsInMs: known.endsAt - now };
      }
      // Map keeps insertion order: re-insert to move to the end.
      windows.delete(key);
      windows.set(key, { count: 1, endsAt: now + windowMs });
      if (windows.size > max) evictOldest();
      return { count: 1, endsInMs: windowMs };
    },
    async takeBack(key) {
      const known = windows.get(key);
      if (known && known.count > 0) known.count -= 1;
    },
  };
}

const PREFIX = 'naughty-list:count:';
/** Redis is skipped for this long after a failure, so that not every call waits for it. */
const PAUSE_MS = 2_000;

// Each script touches one key, so it also runs on a Redis cluster.
const ADD = `
local count = redis.call('incr', KEYS[1])
local left = redis.call('pttl', KEYS[1])
if left < 0 then
  redis.call('pexpire', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return {count, left}`;
const TAKE_BACK = `
if tonumber(redis.call('get', KEYS[1]) or '0') > 0 then redis.call('decr', KEYS[1]) end`;

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

  return {
    add: (key, windowMs) =>
      withFallback(
        async () => {
          const [count, left] = (await redis.eval(ADD, 1, `${PREFIX}${key}`, windowMs)) as [number, number];
          return { count, endsInMs: left };
        },
        () => fallback.add(key, windowMs),
      ),
    takeBack: (key) =>
      withFallback(
        async () => void (await redis.eval(TAKE_BACK, 1, `${PREFIX}${key}`)),
        () => fallback.takeBack(key),
      ),
  };
}
