/** Reading takes at most one part in this many of the time. */
const SHARE = 300;
/** A read that took at most this long is awaited the next time too. */
const QUICK_MS = 500;

/**
 * Caches a read for 300 times its duration: a read of a millisecond is practically fresh, and one of a second is
 * repeated every five minutes. While a slow read is refreshed, the previous result is returned; without one, or when
 * it failed, callers wait.
 */
export function cached<T>(read: () => Promise<T>): () => Promise<T> {
  let last: { value: T; tookMs: number; staleAt: number } | undefined;
  let underWay: Promise<T> | undefined;

  async function readNow(): Promise<T> {
    const startedAt = performance.now();
    try {
      const value = await read();
      const endedAt = performance.now();
      const tookMs = endedAt - startedAt;
      last = { value, tookMs, staleAt: endedAt + SHARE * tookMs };
      return value;
    } catch (error) {
      last = undefined;
      throw error;
    } finally {
      underWay = undefined;
    }
  }

  return async () => {
    if (last && performance.now() < last.staleAt) return last.value;
    underWay ??= readNow();
    if (!last || last.tookMs <= QUICK_MS) return underWay;
    // The next caller receives the failure.
    underWay.catch(() => {});
    return last.value;
  };
}
