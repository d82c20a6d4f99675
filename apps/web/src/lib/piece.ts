import { useEffect } from 'react';
import { createStore } from './store.ts';

/** Between tries for a part that is wanted and did not arrive; when the connection is back there is one at once. */
const RETRY_MS = 5_000;

/** `value` once it has arrived; `hasFailed` after a try that brought nothing, until the next. */
type Arrival<T> = { value: T | undefined; hasFailed: boolean };

/** A part of the app that the first view does without; fetched when it is wanted, or before, in an idle moment. */
export type Piece<T> = {
  /** Never rejects. After a failure the next call tries again. */
  fetch(): Promise<void>;
  /** Fetches it as soon as it is wanted, again and again while it does not arrive, and answers it from its arrival on. */
  use(isWanted: boolean): Arrival<T>;
};

export function createPiece<T>(load: () => Promise<T>): Piece<T> {
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
