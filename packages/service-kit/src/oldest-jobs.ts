import type { Queue } from 'bullmq';

/** How old, in milliseconds, the oldest jobs of a queue are; 0 where there is none. */
export type OldestJobs = {
  /** Of those that wait for their first try. */
  waitingMs: number;
  /** Of all that are not over: waiting, worked on, and to be tried again. */
  unfinishedMs: number;
};

/** So many jobs are read at each end of a list that cannot be asked for its oldest. */
const SAMPLE = 10;

/**
 * Looks at few jobs, however many there are. Where more than twenty are to be tried again the oldest may be among those not
 * looked at: they lie in the order of their next try, and the last of them are those that failed most often.
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
    // A job that was tried before keeps the time at which it was added, and has waited here for less.
    waitingMs: ageMs(waits.filter(({ processedOn }) => processedOn === undefined)),
    unfinishedMs: ageMs([...waits, ...runs, ...next, ...last]),
  };
}
