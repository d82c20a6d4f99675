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

/** The reference of the section: jobs that do nothing, on the same backend. */
export function noopReference(
  openNoop: Profiled['openNoop'],
  jobs: number,
): Scene['reference'] & {
  close(): Promise<void>;
} {
  let opened: Promise<NoopJobs> | undefined;
  return {
    name: 'BullMQ jobs that do nothing',
    operation: 'job',
    onOneCore: true,
    async ready() {
      opened ??= openNoop();
      const noop = await opened;
      return async () => ({ operations: jobs, seconds: jobs / (await noop.perSecond(jobs)) });
    },
    async close() {
      await (await opened)?.close();
    },
  };
}
