import pLimit from 'p-limit';

/** Password hashing dominates the cost of a login. Limits concurrent hashes and the queue length. */
export type LaneLimits = { concurrent: number; waiting: number };

/** The queue is full; the attempt is refused. */
export class LaneFull extends Error {}

/** Unknown clients and known devices use separate lanes, so that a flood in one does not delay the other. */
export type Lane = {
  /** @throws LaneFull when the queue is full */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Totals since the start. */
  readonly counts: { readonly done: number; readonly mostAtOnce: number; readonly sentAway: number };
};

export function createLane({ concurrent, waiting }: LaneLimits): Lane {
  const limit = pLimit(concurrent);
  const counts = { done: 0, mostAtOnce: 0, sentAway: 0 };
  return {
    counts,
    async run(work) {
      if (limit.activeCount + limit.pendingCount >= concurrent + waiting) {
        counts.sentAway += 1;
        throw new LaneFull();
      }
      return limit(() => {
        counts.mostAtOnce = Math.max(counts.mostAtOnce, limit.activeCount);
        return work().finally(() => {
          counts.done += 1;
        });
      });
    },
  };
}
