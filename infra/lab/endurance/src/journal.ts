import type { Failure } from './chaos/patience.ts';

/** From the moment that something was broken until all of it was up again; milliseconds since 1970. */
export type FaultWindow = { name: string; from: number; to: number };

/** What was asked of the site and what failed, and when something was broken on purpose. */
export type Journal = {
  /** Calls that got the answer they should, by what they were about. */
  answered: Map<string, number>;
  failures: Failure[];
  windows: FaultWindow[];
};

/** Whoever waits in a queue of connections or listens on one that is gone notices it a little later. */
export const ALLOWANCE_MS = 5_000;

export function openJournal(): Journal {
  return { answered: new Map(), failures: [], windows: [] };
}

export function count<K>(counts: Map<K, number>, name: K): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** Failures of calls that were under way at no moment at which anything was broken, or just had been. */
export function unexcused({ failures, windows }: Journal): Failure[] {
  return failures.filter(
    ({ from, to }) => !windows.some((window) => to >= window.from && from <= window.to + ALLOWANCE_MS),
  );
}

/** The share of a time in which failures would have been excused; overlapping windows count once. */
export function excusedShare({ windows }: Journal, from: number, to: number): number {
  let covered = 0;
  let reached = from;
  for (const window of windows.toSorted((a, b) => a.from - b.from)) {
    const begin = Math.max(window.from, reached);
    const end = Math.min(window.to + ALLOWANCE_MS, to);
    if (end > begin) covered += end - begin;
    reached = Math.max(reached, end);
  }
  return covered / Math.max(1, to - from);
}
