import { useEffect } from 'react';
import { createStore } from './store.ts';

/** `value` once it has arrived; `hasFailed` after a try that brought nothing, until the next. */
type Arrival<T> = { value: T | undefined; hasFailed: boolean };

/** A part of the app that the first view does without; fetched when it is wanted, or before, in an idle moment. */
export type Piece<T> = {
  /** Never rejects. After a failure the next call tries again. */
  fetch(): Promise<void>;
  /** Fetches it as soon as it is wanted, and answers it from its arrival on. */
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
      useEffect(() => {
        if (isWanted) void fetch();
      }, [isWanted]);
      return arrival.use();
    },
  };
}
