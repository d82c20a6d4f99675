import type { z } from 'zod';

/** What was kept in the browser under `key`, or nothing: absent, of another shape, or storage is switched off. */
export function readStored<S extends z.ZodType>(key: string, schema: S): z.output<S> | undefined {
  try {
    const parsed = schema.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null'));
    return parsed.success ? parsed.data : undefined;
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
