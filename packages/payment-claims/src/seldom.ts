/** What is read takes no more of the time than one part in so many. */
const SHARE = 300;
/** A reading that took no longer is waited for, the next time too. */
const QUICK_MS = 500;

/**
 * Reads anew once it has been left alone for 300 times as long as the last reading took: what takes a millisecond is as good as
 * fresh, and what takes a second is read every five minutes. While something slow is read anew, the reading before it is answered;
 * where there is none, or it failed, the new one is waited for.
 */
export function seldom<T>(read: () => Promise<T>): () => Promise<T> {
  let last: { value: T; tookMs: number; readAgainAt: number } | undefined;
  let underWay: Promise<T> | undefined;

  async function readNow(): Promise<T> {
    const startedAt = performance.now();
    try {
      const value = await read();
      const endedAt = performance.now();
      const tookMs = endedAt - startedAt;
      last = { value, tookMs, readAgainAt: endedAt + SHARE * tookMs };
      return value;
    } catch (error) {
      last = undefined;
      throw error;
    } finally {
      underWay = undefined;
    }
  }

  return async () => {
    if (last && performance.now() < last.readAgainAt) return last.value;
    underWay ??= readNow();
    if (!last || last.tookMs <= QUICK_MS) return underWay;
    // Who asks next hears of a failure.
    underWay.catch(() => {});
    return last.value;
  };
}
