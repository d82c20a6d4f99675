import type { Redis } from '@naughty-list/service-kit/database/redis';
import type { Counts } from './counts.ts';

const PREFIX = 'naughty-list:count:';
/** After a failure Redis is skipped for this long, so that calls do not each wait for it. */
const REST_MS = 2_000;

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
export function createRedisCounts(redis: Redis, alone: Counts): Counts {
  let restsUntil = 0;

  async function ask<T>(question: () => Promise<T>, otherwise: () => T | Promise<T>): Promise<T> {
    if (performance.now() < restsUntil) return otherwise();
    try {
      return await question();
    } catch {
      // The connection logs its own loss, once.
      restsUntil = performance.now() + REST_MS;
      return otherwise();
    }
  }

  return {
    add: (key, windowMs) =>
      ask(
        async () => {
          const [count, left] = (await redis.eval(ADD, 1, `${PREFIX}${key}`, windowMs)) as [number, number];
          return { count, endsInMs: left };
        },
        () => alone.add(key, windowMs),
      ),
    takeBack: (key) =>
      ask(
        async () => void (await redis.eval(TAKE_BACK, 1, `${PREFIX}${key}`)),
        () => alone.takeBack(key),
      ),
  };
}
