import type { Failure } from './chaos/call-with-retries.ts';

/** From the start of a fault until everything was up again; milliseconds since 1970. */
export type FaultWindow = { name: string; from: number; to: number };

/** Calls made and failed, and the fault windows. */
export type Journal = {
  /** Successful calls, by kind. */
  answered: Map<string, number>;
  failures: Failure[];
  windows: FaultWindow[];
};

/** Clients in a connection queue or on a dead connection notice a fault a little later. */
export const ALLOWANCE_MS = 5_000;

export function openJournal(): Journal {
  return { answered: new Map(), failures: [], windows: [] };
}

export function count<K>(counts: Map<K, number>, name: K): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** Failures of calls that overlap with no fault window, including the allowance. */
export function unexcused({ failures, windows }: Journal): Failure[] {
  return failures.filter(
    ({ from, to }) => !windows.some((window) => to >= window.from && from <= window.to + ALLOWANCE_MS),
  );
}

/** The share of a period in which failures are excused; overlapping windows count once. */
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
