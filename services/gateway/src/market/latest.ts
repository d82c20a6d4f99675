/** A value with its age in milliseconds. */
export type Aged<T> = { value: T; ageMs: number };

export type LatestOptions<T> = {
  load: () => Promise<T>;
  /** Called once per failed attempt. */
  onFailure: (error: unknown) => void;
  /** Monotonic, in milliseconds. */
  now: () => number;
  /** Minimum interval between attempts, successful or not. */
  everyMs: number;
  /** Values older than this are discarded. */
  keepMs: number;
};

/**
 * Caches a value that is read far more often than it may be loaded: concurrent readers share one attempt, and a stale
 * value is returned when loading fails. `undefined` when there is none.
 */
export function createLatest<T>(options: LatestOptions<T>): () => Promise<Aged<T> | undefined> {
  const { load, onFailure, now, everyMs, keepMs } = options;
  let latest: { value: T; at: number } | undefined;
  let attempt: { at: number; done: Promise<void> } | undefined;

  async function tryToLoad(at: number): Promise<void> {
    try {
      latest = { value: await load(), at };
    } catch (error) {
      onFailure(error);
    }
  }

  return async () => {
    const at = now();
    if (!attempt || at - attempt.at >= everyMs) attempt = { at, done: tryToLoad(at) };
    await attempt.done;
    if (!latest) return undefined;
    const ageMs = Math.max(0, now() - latest.at);
    return ageMs > keepMs ? undefined : { value: latest.value, ageMs };
  };
}
