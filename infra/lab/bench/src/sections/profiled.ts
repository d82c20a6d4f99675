import type { Scene } from '../profile/scene.ts';
import type { NoopJobs } from '../stage/noop-jobs.ts';
import type { Product } from '../stage/product.ts';

/** What the parts of the section `jobs` show to a profiler: a product whose jobs lie on a backend. */
export type Profiled = {
  product: Product;
  backend: string;
  queueUrl: string;
  /** The queue's own process, where it has one, and this one. */
  others: Scene['others'];
  /** Opened when it is needed: its worker asks for jobs as long as it is there. */
  openNoop: () => Promise<NoopJobs>;
};

/** A reference of the section: jobs that do nothing, on the same backend, opened when they are needed. */
type NoopReference = NonNullable<Scene['reference']> & { close(): Promise<void> };

/** So many of them added and run, a few at a time. */
export const noopReference = (openNoop: Profiled['openNoop'], jobs: number): NoopReference => ({
  name: 'BullMQ jobs that do nothing',
  operation: 'job',
  ...opening(openNoop, (noop) => noop.perSecond(jobs), jobs),
});

/** So many of them, one after another, each waited for. */
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
