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
  const queue: (() => void)[] = [];
  const counts = { done: 0, mostAtOnce: 0, sentAway: 0 };
  let running = 0;

  async function enter(): Promise<void> {
    if (running < concurrent) running += 1;
    else if (queue.length < waiting) await new Promise<void>((turn) => queue.push(turn));
    else {
      counts.sentAway += 1;
      throw new LaneFull();
    }
    counts.mostAtOnce = Math.max(counts.mostAtOnce, running);
  }

  /** Hands the slot to the longest-waiting attempt. */
  function leave(): void {
    counts.done += 1;
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  }

  return {
    counts,
    async run(work) {
      await enter();
      return work().finally(leave);
    },
  };
}
