import type { Check } from './shape.ts';

/** The stored value under `key`; undefined if absent, of another shape, or if storage is unavailable. */
export function readStored<T>(key: string, check: Check<T>): T | undefined {
  try {
    return check.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

/** Stores a value; `undefined` removes it. Does nothing if storage is full or unavailable. */
export function writeStored(key: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch (error) {
    console.warn(`${key} could not be kept`, error);
  }
}
