import type { Clock } from '@naughty-list/service-kit/lifecycle/clock';
import type { Counted, Counts } from './counts.ts';

const REMEMBERED = 100_000;

/** Returns synchronously. */
export type MemoryCounts = Omit<Counts, 'add'> & { add(key: string, windowMs: number): Counted };

/** Counts of this process only; evicts the oldest windows when full. */
export function createMemoryCounts(clock: Clock, remembered = REMEMBERED): MemoryCounts {
  const windows = new Map<string, { count: number; endsAt: number }>();
  // One iterator for all evictions: a new one would step over everything deleted before, each time.
  const oldest = windows.keys();
  return {
    add(key, windowMs) {
      const now = clock.now().getTime();
      const known = windows.get(key);
      // A window that ends too far ahead was opened before the clock was set back.
      if (known && known.endsAt > now && known.endsAt - now <= windowMs) {
        known.count += 1;
        return { count: known.count, endsInMs: known.endsAt - now };
      }
      // Map keeps insertion order: re-insert to move to the end.
      windows.delete(key);
      windows.set(key, { count: 1, endsAt: now + windowMs });
      if (windows.size > remembered) windows.delete(oldest.next().value ?? key);
      return { count: 1, endsInMs: windowMs };
    },
    async takeBack(key) {
      const known = windows.get(key);
      if (known && known.count > 0) known.count -= 1;
    },
  };
}
