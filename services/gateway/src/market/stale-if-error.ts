/** A value with its age in milliseconds. */
type Aged<T> = { value: T; ageMs: number };

export type StaleIfErrorOptions<T> = {
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
 * Caches a value that is read far more often than it may be loaded: concurrent readers share one attempt, and when
 * loading fails the last value is returned (RFC 5861, `stale-if-error`). `undefined` when there is none.
 */
export function staleIfError<T>(options: StaleIfErrorOptions<T>): () => Promise<Aged<T> | undefined> {
  const { load, onFailure, now, everyMs, keepMs } = options;
  let last: { value: T; at: number } | undefined;
  let attempt: { at: number; done: Promise<void> } | undefined;

  async function attemptLoad(at: number): Promise<void> {
    try {
      last = { value: await load(), at };
    } catch (error) {
      onFailure(error);
    }
  }

  return async () => {
    const at = now();
    if (!attempt || at - attempt.at >= everyMs) attempt = { at, done: attemptLoad(at) };
    await attempt.done;
    if (!last) return undefined;
    const ageMs = Math.max(0, now() - last.at);
    return ageMs > keepMs ? undefined : { value: last.value, ageMs };
  };
}
