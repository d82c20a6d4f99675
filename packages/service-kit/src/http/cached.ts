import { LRUCache } from 'lru-cache';

/** `performance` is looked up at each call, so that tests can set the time. */
const clock = { ttlResolution: 0, perf: { now: () => performance.now() } };

export type Cached<Value, Key = string> = {
  /** The value of a key, made when there is none. A promise that rejects is not kept. */
  get(key: Key, make: (key: Key) => Value): Value;
  clear(): void;
};

/**
 * Values by key; the least recently used are evicted beyond `max`. Keys longer than `longestKey` are not kept: set it
 * where clients choose them. With `ttlMs`, a value is made anew after that time.
 */
export function cached<Value extends NonNullable<unknown>, Key extends string | object = string>({
  max,
  longestKey = Number.POSITIVE_INFINITY,
  ttlMs = 0,
}: {
  max: number;
  longestKey?: number;
  ttlMs?: number;
}): Cached<Value, Key> {
  const values = new LRUCache<Key, Value>({ max, ttl: ttlMs, ...clock });
  return {
    get(key, make) {
      const known = values.get(key);
      if (known !== undefined) return known;
      const value = make(key);
      if (typeof key !== 'string' || key.length <= longestKey) values.set(key, value);
      if (value instanceof Promise) value.catch(() => values.peek(key) === value && values.delete(key));
      return value;
    },
    clear: () => values.clear(),
  };
}

/** Reading takes at most one 300th of the time. */
const SHARE = 300;
/** After a read that took at most this long, callers wait for the next one instead of getting an old value. */
const QUICK_MS = 500;

/**
 * Caches a read for 300 times its duration: a read of a millisecond is practically fresh, and one of a second is
 * repeated every five minutes. While a slow read is refreshed, the previous result is returned; without one, or when
 * it failed, callers wait.
 */
export function cachedByCost<T>(read: () => Promise<T>): () => Promise<T> {
  let tookMs = 0;
  const values = new LRUCache<'read', { value: T }>({
    max: 1,
    ttl: 1,
    ...clock,
    fetchMethod: async (_key, _stale, { options }) => {
      const startedAt = performance.now();
      const value = await read();
      tookMs = performance.now() - startedAt;
      // lru-cache keeps a value for one millisecond more.
      options.ttl = Math.max(1, Math.ceil(SHARE * tookMs) - 1);
      return { value };
    },
  });
  return async () => (await values.forceFetch('read', { allowStale: tookMs > QUICK_MS })).value;
}
