/** A value with its age in milliseconds. */
export type Aged<T> = { value: T; ageMs: number };

export type LatestOptions<T> = {
  load: () => Promise<T>;
  /** Called once per attempt that failed. */
  onFailure: (error: unknown) => void;
  /** Monotonic, in milliseconds. */
  now: () => number;
  /** At most one attempt, successful or not, is begun within this time. */
  everyMs: number;
  /** A value older than this is of no use to anybody. */
  keepMs: number;
};

/**
 * The latest value of something that is asked for far more often than it may be loaded: everybody who asks meanwhile
 * shares one attempt, and an old value is better than none. `undefined`: there is none.
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
