import type { Redis } from '@naughty-list/service-kit/redis';
import type { Counts } from './counts.ts';

const PREFIX = 'naughty-list:count:';
/** A Redis that failed is left alone for so long: nobody waits for it on every call. */
const REST_MS = 2_000;

// Each script touches one key, so that it runs on any node of a cluster.
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
 * Counts that all copies of the gateway share. While Redis is away each copy counts for itself, so that nobody is
 * refused, nor let through without end.
 */
export function createRedisCounts(redis: Redis, alone: Counts): Counts {
  let restsUntil = 0;

  async function ask<T>(question: () => Promise<T>, otherwise: () => T | Promise<T>): Promise<T> {
    if (performance.now() < restsUntil) return otherwise();
    try {
      return await question();
    } catch {
      // The connection itself logs that it is lost, once.
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
