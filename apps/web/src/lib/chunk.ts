import { useEffect } from 'react';
import { createStore } from './store.ts';

/** Retry interval for a chunk in use that failed to load; retries at once when the connection returns. */
const RETRY_MS = 5_000;

/** `value` once loaded; `hasFailed` after a failed attempt, until one succeeds. */
type ChunkState<T> = { value: T | undefined; hasFailed: boolean };

export type Chunk<T> = ReturnType<typeof createChunk<T>>;

/** A lazy chunk outside the first view, loaded on use or prefetched on idle. */
export function createChunk<T>(load: () => Promise<T>) {
  const store = createStore<ChunkState<T>>({ value: undefined, hasFailed: false });
  let loading: Promise<void> | undefined;
  /** Never rejects; after a failure the next call retries. */
  const fetch = (): Promise<void> => {
    loading ??= load().then(
      (value) => store.set({ value, hasFailed: false }),
      (error: unknown) => {
        loading = undefined;
        console.warn('a part of the page did not arrive', error);
        store.set({ hasFailed: true });
      },
    );
    return loading;
  };
  return {
    fetch,
    /** Loads the chunk once `isWanted`, with retries, and returns its value from then on. */
    use: (isWanted: boolean) => {
      const state = store.use();
      const isMissing = isWanted && state.hasFailed;
      useEffect(() => {
        if (isWanted) void fetch();
      }, [isWanted]);
      useEffect(() => {
        if (!isMissing) return;
        const retry = () => void fetch();
        const timer = setInterval(retry, RETRY_MS);
        window.addEventListener('online', retry);
        return () => {
          clearInterval(timer);
          window.removeEventListener('online', retry);
        };
      }, [isMissing]);
      return state;
    },
  };
}
