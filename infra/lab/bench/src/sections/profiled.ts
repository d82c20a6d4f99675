import type { Scene } from '../profile/scene.ts';
import type { NoopJobs } from '../stage/noop-jobs.ts';
import type { Product } from '../stage/product.ts';

/** Inputs for profiling the section `jobs`: a product with its queue on one backend. */
export type Profiled = {
  product: Product;
  backend: string;
  queueUrl: string;
  /** The queue's own process, if any, and this one. */
  others: Scene['others'];
  /** Opened on demand: its worker polls for jobs while it exists. */
  openNoop: () => Promise<NoopJobs>;
};

/** A reference of the section: no-op jobs on the same backend, opened on demand. */
type NoopReference = NonNullable<Scene['reference']> & { close(): Promise<void> };

/** Adds and runs this many jobs, a few at a time. */
export const noopReference = (openNoop: Profiled['openNoop'], jobs: number): NoopReference => ({
  name: 'BullMQ jobs that do nothing',
  operation: 'job',
  ...opening(openNoop, (noop) => noop.perSecond(jobs), jobs),
});

/** Runs this many jobs sequentially, awaiting each. */
export const roundTripReference = (openNoop: Profiled['openNoop'], trips: number): NoopReference => ({
  name: 'BullMQ jobs that do nothing, one after another',
  operation: 'round trip',
  comparesTimes: true,
  ...opening(openNoop, (noop) => noop.roundTripMs(trips), trips),
});

function opening(
  openNoop: Profiled['openNoop'],
  run: (noop: NoopJobs) => Promise<unknown>,
  operations: number,
): Pick<NoopReference, 'ready' | 'close'> {
  let opened: Promise<NoopJobs> | undefined;
  return {
    async ready() {
      opened ??= openNoop();
      const noop = await opened;
      return async () => {
        const began = performance.now();
        await run(noop);
        return { operations, seconds: (performance.now() - began) / 1_000 };
      };
    },
    async close() {
      await (await opened)?.close();
    },
  };
}
