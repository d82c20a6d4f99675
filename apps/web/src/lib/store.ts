import { useSyncExternalStore } from 'react';

/**
 * A value outside the component tree, with subscription. `initial` is also the value while prerendering and hydrating.
 */
export function createStore<T extends object>(initial: T) {
  let value = initial;
  const listeners = new Set<() => void>();
  const get = () => value;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get,
    set(changes: Partial<T>): void {
      value = { ...value, ...changes };
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, get, () => initial),
  };
}
