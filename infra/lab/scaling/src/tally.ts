/** The result of a simulation. Times are in milliseconds. */
export type Result = {
  arrived: number;
  decided: number;
  /** From claim to verdict. */
  medianMs: number;
  p99Ms: number;
  meanMs: number;
  /** Mean time that jobs waited for a worker. */
  meanWaitMs: number;
  /** The maximum number of waiting jobs. */
  deepest: number;
  /** Claims without a verdict, averaged over time. */
  meanUndecided: number;
  callsPerDecision: number;
  callsPerSecond: number;
  /** More claims arrive than are decided: the number without a verdict grows from the second to the last quarter. */
  saturated: boolean;
};

const QUARTERS = 4;
/** The ratio to the second quarter above which growth is not chance. */
const GROWTH = 1.5;
/** In claims; a smaller difference may be chance. */
const LEAST_GROWTH = 5;

/** Collects the results of a simulation of this duration. */
export function createTally(lastsMs: number) {
  const durations: number[] = [];
  // The integral over each quarter of claims without a verdict, in claim-milliseconds.
  const areas = Array<number>(QUARTERS).fill(0);
  let undecided = 0;
  let arrived = 0;
  let deepest = 0;
  let countedUntil = 0;
  let starts = 0;
  let waitedMs = 0;

  function countUntil(at: number): void {
    const quarterMs = lastsMs / QUARTERS;
    while (countedUntil < at) {
      const quarter = Math.min(QUARTERS - 1, Math.floor(countedUntil / quarterMs));
      const end = quarter === QUARTERS - 1 ? at : Math.min(at, (quarter + 1) * quarterMs);
      areas[quarter] = (areas[quarter] ?? 0) + undecided * (end - countedUntil);
      countedUntil = end;
    }
  }

  return {
    arrived(at: number): void {
      countUntil(at);
      arrived += 1;
      undecided += 1;
    },
    decided(at: number, since: number): void {
      countUntil(at);
      undecided -= 1;
      durations.push(at - since);
    },
    started(waited: number): void {
      starts += 1;
      waitedMs += waited;
    },
    depth(jobs: number): void {
      deepest = Math.max(deepest, jobs);
    },
    result(calls: number): Result {
      countUntil(lastsMs);
      const sorted = durations.toSorted((one, other) => one - other);
      const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
      const [, second = 0, , last = 0] = areas;
      return {
        arrived,
        decided: sorted.length,
        medianMs: at(0.5),
        p99Ms: at(0.99),
        meanMs: sorted.reduce((sum, ms) => sum + ms, 0) / sorted.length,
        meanWaitMs: starts === 0 ? 0 : waitedMs / starts,
        deepest,
        meanUndecided: areas.reduce((sum, area) => sum + area, 0) / lastsMs,
        callsPerDecision: calls / sorted.length,
        callsPerSecond: (calls / lastsMs) * 1_000,
        saturated: last > GROWTH * second + (LEAST_GROWTH * lastsMs) / QUARTERS,
      };
    },
  };
}
