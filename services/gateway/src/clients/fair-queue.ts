/** The network already has as many calls running or waiting as it may; this one was not run. */
export class TooManyWaiting extends Error {}

/** @throws TooManyWaiting */
export type FairQueue = { run<T>(network: string, work: () => Promise<T>): Promise<T> };

/**
 * Runs `concurrent` calls at once, networks in turn; each may have `perNetwork` running or waiting. So a flood delays
 * its own network only.
 */
export function createFairQueue({
  concurrent,
  perNetwork,
}: Record<'concurrent' | 'perNetwork', number>): FairQueue {
  const taken = new Map<string, number>();
  const waiting = new Map<string, (() => void)[]>();
  let running = 0;

  function startNext(): void {
    for (const [network, [start, ...others]] of waiting) {
      // Its next call waits until the other networks have had their turn.
      waiting.delete(network);
      if (others.length > 0) waiting.set(network, others);
      start?.();
      return;
    }
    running -= 1;
  }

  async function wait(network: string): Promise<void> {
    if (running < concurrent) {
      running += 1;
      return;
    }
    await new Promise<void>((start) => waiting.set(network, [...(waiting.get(network) ?? []), start]));
  }

  return {
    async run(network, work) {
      const others = taken.get(network) ?? 0;
      if (others >= perNetwork) throw new TooManyWaiting();
      taken.set(network, others + 1);
      try {
        await wait(network);
        return await work().finally(startNext);
      } finally {
        const left = (taken.get(network) ?? 1) - 1;
        if (left > 0) taken.set(network, left);
        else taken.delete(network);
      }
    },
  };
}
