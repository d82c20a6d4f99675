import type { Job, JobType, Queue } from 'bullmq';

/** Jobs of a queue by state; `waiting` includes those with a priority or in a paused queue; planned ones do not count. */
export type JobCounts = Record<'waiting' | 'active' | 'delayed' | 'failed', number>;

const COUNTED = ['waiting', 'prioritized', 'paused', 'active', 'delayed', 'failed'];

export async function countJobs(queue: Queue): Promise<JobCounts> {
  // On PostgreSQL, jobs that wait in a paused queue are `paused`, a state that BullMQ's types and default counts lack.
  const [counts, schedulers] = await Promise.all([
    queue.getJobCounts(...(COUNTED as JobType[])),
    queue.getJobSchedulers(),
  ]);
  // The next job of a schedule is delayed, too.
  const planned = schedulers.filter(({ next = 0 }) => next > Date.now()).length;
  const { waiting = 0, prioritized = 0, paused = 0, active = 0, delayed = 0, failed = 0 } = counts;
  return { waiting: waiting + prioritized + paused, active, delayed: Math.max(0, delayed - planned), failed };
}

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
  { waiting, active, delayed }: JobCounts,
  now = Date.now(),
): Promise<OldestJobs> {
  const read = (state: 'waiting' | 'prioritized' | 'active' | 'delayed', count: number, ascending = true) =>
    count > 0 ? queue.getJobs([state], 0, SAMPLE - 1, ascending) : [];
  const [plain, prioritized, running, nextRetries, lastRetries] = await Promise.all([
    read('waiting', waiting),
    read('prioritized', waiting),
    read('active', active),
    read('delayed', delayed),
    read('delayed', delayed - SAMPLE, false),
  ]);
  // A scheduled job is added long before it is due.
  const ageOf = (job: Job) => now - job.timestamp - (job.repeatJobKey ? (job.opts.delay ?? 0) : 0);
  const ageMs = (jobs: Job[]) => Math.max(0, ...jobs.map(ageOf));
  const waits = [...plain, ...prioritized];
  return {
    // A retried job keeps the time at which it was added, but has waited less.
    waitingMs: ageMs(waits.filter(({ processedOn }) => processedOn === undefined)),
    unfinishedMs: ageMs([...waits, ...running, ...nextRetries, ...lastRetries]),
  };
}
