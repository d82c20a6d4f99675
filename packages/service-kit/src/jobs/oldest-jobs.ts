import type { Queue } from 'bullmq';

/** The ages of a queue's oldest jobs in milliseconds; 0 without jobs. */
export type OldestJobs = {
  /** Of jobs waiting for their first attempt. */
  waitingMs: number;
  /** Of all unfinished jobs: waiting, active or awaiting a retry. */
  unfinishedMs: number;
};

/** Jobs read at each end of a list that cannot be queried for its oldest. */
const SAMPLE = 10;

/**
 * Reads only a few jobs, however many there are. With more than twenty retries the oldest may be missed: they are
 * ordered by their next attempt, and the last ones failed most often.
 */
export async function findOldestJobs(
  queue: Queue,
  counts: Awaited<ReturnType<Queue['getJobCounts']>>,
  now = Date.now(),
): Promise<OldestJobs> {
  const { waiting = 0, paused = 0, active = 0, delayed = 0 } = counts;
  const read = (state: 'waiting' | 'active' | 'delayed', count: number, ascending = true) =>
    count > 0 ? queue.getJobs([state], 0, SAMPLE - 1, ascending) : [];
  const [waits, runs, next, last] = await Promise.all([
    read('waiting', waiting + paused),
    read('active', active),
    read('delayed', delayed),
    read('delayed', delayed - SAMPLE, false),
  ]);
  const ageMs = (jobs: { timestamp: number }[]) =>
    Math.max(0, ...jobs.map(({ timestamp }) => now - timestamp));
  return {
    // A retried job keeps the time at which it was added, but has waited less.
    waitingMs: ageMs(waits.filter(({ processedOn }) => processedOn === undefined)),
    unfinishedMs: ageMs([...waits, ...runs, ...next, ...last]),
  };
}
