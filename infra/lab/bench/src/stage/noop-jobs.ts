import { setTimeout as sleep } from 'node:timers/promises';
import { openBackend } from '@naughty-list/service-kit/jobs/queues';
import { createLog } from '@naughty-list/service-kit/telemetry/log';

/** No-op jobs on the product's queue backend: the cost of BullMQ itself. */
export type NoopJobs = {
  /**
   * Adds this many individually, a few at a time, and runs them; jobs per second from the first added to the last
   * completed.
   */
  perSecond(jobs: number): Promise<number>;
  /** Median milliseconds from adding a job to its completion, sequentially. */
  roundTripMs(trips: number): Promise<number>;
  close(): Promise<void>;
};

/** The concurrency of the product's workers. */
const CONCURRENCY = 10;
const ADDERS = 10;
const QUEUE = 'bench-noop';
/** Per round: a tenth of a second with the fastest backend. */
export const NOOP_JOBS = 2_000;

export async function openNoopJobs(queueUrl: string): Promise<NoopJobs> {
  const backend = openBackend({ url: queueUrl, log: createLog('bench', 'silent') });
  const queue = backend.openQueue(QUEUE);
  await backend.ready(queue);
  const worker = backend.openWorker(QUEUE, async () => {}, { concurrency: CONCURRENCY });
  const faults: Error[] = [];
  worker.on('error', (error) => faults.push(error));
  await worker.waitUntilReady();
  let completed = 0;
  let onCompleted = () => {};
  worker.on('completed', () => {
    completed += 1;
    onCompleted();
  });

  return {
    async perSecond(jobs) {
      const until = completed + jobs;
      const began = performance.now();
      let added = 0;
      const add = async () => {
        while (added < jobs) {
          added += 1;
          await queue.add('noop', {});
        }
      };
      await Promise.all(Array.from({ length: ADDERS }, add));
      while (completed < until) {
        if (faults[0]) throw faults[0];
        await sleep(1);
      }
      return jobs / ((performance.now() - began) / 1_000);
    },
    async roundTripMs(trips) {
      const times: number[] = [];
      for (let trip = 0; trip < trips; trip += 1) {
        const done = Promise.withResolvers<void>();
        onCompleted = done.resolve;
        const began = performance.now();
        await queue.add('noop', {});
        await done.promise;
        times.push(performance.now() - began);
      }
      onCompleted = () => {};
      return median(times);
    },
    async close() {
      await backend.closeWorker(worker);
      await queue.close();
      await backend.close();
    },
  };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
