/** Hashing is what a login costs the server. How many run side by side, and how many may wait for their turn. */
export type LaneLimits = { concurrent: number; waiting: number };

/** The lane is full: whoever comes now is sent away. */
export class LaneFull extends Error {}

/**
 * Strangers and devices that an admin has logged in from before pass through lanes of their own, so that a crowd in one
 * does not hold up the other.
 */
export type Lane = {
  /** @throws LaneFull when too many wait already */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** What it has done since the start. */
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

  /** Whoever waits longest takes the place over. */
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
