import { useSyncExternalStore } from 'react';
import type { Check } from './shape.ts';

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

type Place = 'localStorage' | 'sessionStorage';

/** The stored value under `key`; undefined if absent, of another shape, or if storage is unavailable. */
export function readStored<T>(key: string, check: Check<T>, place: Place = 'localStorage'): T | undefined {
  try {
    return check.safeParse(JSON.parse(globalThis[place].getItem(key) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

/** Stores a value; `undefined` removes it. Does nothing if storage is full or unavailable. */
export function writeStored(key: string, value: unknown, place: Place = 'localStorage'): void {
  try {
    if (value === undefined) globalThis[place].removeItem(key);
    else globalThis[place].setItem(key, JSON.stringify(value));
  } catch (error) {
    console.warn(`${key} could not be kept`, error);
  }
}
