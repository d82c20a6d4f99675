import pLimit from 'p-limit';

/** How many calls run at once, and how many more may wait. */
export type ConcurrencyLimits = { concurrent: number; waiting: number };

/** Too many calls are waiting; this one was not run. */
export class TooManyWaiting extends Error {}

/** Limits concurrent password hashes, which dominate the cost of a login. */
export type ConcurrencyLimit = {
  /** @throws TooManyWaiting */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Totals since the start. */
  readonly totals: { readonly done: number; readonly mostAtOnce: number; readonly refused: number };
};

export function limitConcurrency({ concurrent, waiting }: ConcurrencyLimits): ConcurrencyLimit {
  const limit = pLimit(concurrent);
  const totals = { done: 0, mostAtOnce: 0, refused: 0 };
  return {
    totals,
    async run(work) {
      if (limit.activeCount + limit.pendingCount >= concurrent + waiting) {
        totals.refused += 1;
        throw new TooManyWaiting();
      }
      return limit(() => {
        totals.mostAtOnce = Math.max(totals.mostAtOnce, limit.activeCount);
        return work().finally(() => {
          totals.done += 1;
        });
      });
    },
  };
}
