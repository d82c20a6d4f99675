import { LRUCache } from 'lru-cache';

export type Cached<Value, Key = string> = {
  /** The value of a key, made when there is none. A promise that rejects is not kept. */
  get(key: Key, make: (key: Key) => Value): Value;
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
  // `performance` is looked up at each call, so that tests can set the time.
  const perf = { now: () => performance.now() };
  const values = new LRUCache<Key, Value>({ max, ttl: ttlMs, ttlResolution: 0, perf });
  return {
    get(key, make) {
      const known = values.get(key);
      if (known !== undefined) return known;
      const value = make(key);
      if (typeof key !== 'string' || key.length <= longestKey) values.set(key, value);
      if (value instanceof Promise) value.catch(() => values.peek(key) === value && values.delete(key));
      return value;
    },
  };
}
