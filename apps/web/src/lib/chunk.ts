import { useEffect } from 'react';
import { createStore } from './store.ts';

/** Retry interval for a chunk in use that failed to load; retries at once when the connection returns. */
const RETRY_MS = 5_000;

/** `value` once loaded; `hasFailed` after a failed attempt, until the next one. */
type Arrival<T> = { value: T | undefined; hasFailed: boolean };

/** A lazy chunk outside the first view, loaded on use or prefetched on idle. */
export type Chunk<T> = {
  /** Never rejects; after a failure the next call retries. */
  fetch(): Promise<void>;
  /** Loads the chunk once `isWanted`, with retries, and returns its value from then on. */
  use(isWanted: boolean): Arrival<T>;
};

export function createChunk<T>(load: () => Promise<T>): Chunk<T> {
  const arrival = createStore<Arrival<T>>({ value: undefined, hasFailed: false });
  let underWay: Promise<void> | undefined;
  const fetch = () => {
    underWay ??= load().then(
      (value) => arrival.set({ value, hasFailed: false }),
      (error: unknown) => {
        underWay = undefined;
        console.warn('a part of the page did not arrive', error);
        arrival.set({ hasFailed: true });
      },
    );
    return underWay;
  };
  return {
    fetch,
    use: (isWanted) => {
      const state = arrival.use();
      const isMissing = isWanted && state.hasFailed;
      useEffect(() => {
        if (isWanted) void fetch();
      }, [isWanted]);
      useEffect(() => {
        if (!isMissing) return;
        const again = () => void fetch();
        const timer = setInterval(again, RETRY_MS);
        window.addEventListener('online', again);
        return () => {
          clearInterval(timer);
          window.removeEventListener('online', again);
        };
      }, [isMissing]);
      return state;
    },
  };
}
