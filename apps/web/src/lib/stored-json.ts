import type { Check } from './shape.ts';

/** What was kept in the browser under `key`, or nothing: absent, of another shape, or storage is switched off. */
export function readStored<T>(key: string, check: Check<T>): T | undefined {
  try {
    return check.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

/** Keeps a value in the browser; `undefined` forgets it. Where storage is full or off, the page goes on without. */
export function writeStored(key: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch (error) {
    console.warn(`${key} could not be kept`, error);
  }
}
