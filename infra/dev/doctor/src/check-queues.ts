import { queueNames } from '@naughty-list/contracts/queue-names';
import {
  closeRedis,
  isReady,
  isRedisUrl,
  openRedis,
  redisFillRatio,
} from '@naughty-list/service-kit/database/redis';
import { countJobs, findOldestJobs } from '@naughty-list/service-kit/jobs/oldest-jobs';
import { openQueues, type Queues } from '@naughty-list/service-kit/jobs/queues';
import { describeConnectionError } from '@naughty-list/service-kit/telemetry/faults';
import { createLog } from '@naughty-list/service-kit/telemetry/log';
import { type Check, failure, ok, warning } from './check.ts';

const MINUTE_MS = 60_000;
const LONG_WAIT_MS = 5 * MINUTE_MS;
/** A temporary fault is over by then. */
const LONG_FAILING_MS = 30 * MINUTE_MS;
const REDIS_TIMEOUT_MS = 3_000;
const MUCH_MEMORY = 0.9;
const log = createLog('doctor', 'silent');

/** The job store: PostgreSQL, or a Redis that must not evict data. */
export function queueBackendCheck(url: string, place: string): Check {
  return {
    name: 'queue backend',
    advice: `Start the queue backend at ${place}, or correct QUEUE_URL.`,
    inspect: async () => (isRedisUrl(url) ? checkRedis(url, place) : ok(`PostgreSQL at ${place}`)),
  };
}

async function checkRedis(url: string, place: string) {
  const redis = openRedis({ url, name: 'doctor', log });
  let why: unknown;
  redis.on('error', (error) => {
    why = error;
  });
  try {
    if (!(await isReady(redis, REDIS_TIMEOUT_MS))) {
      const words = describeConnectionError(why);
      throw new Error(`Redis at ${place} does not answer${words ? `: ${words}` : ''}`);
    }
    const info = await redis.info();
    const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1];
    if (policy !== undefined && policy !== 'noeviction')
      return failure(
        `maxmemory-policy ${policy}`,
        'Set "maxmemory-policy noeviction" there: a full Redis would throw jobs away.',
      );
    const fillRatio = (await redisFillRatio(redis)) ?? 0;
    if (fillRatio > MUCH_MEMORY)
      return (fillRatio < 1 ? warning : failure)(
        `${Math.round(100 * fillRatio)}% of its memory is used`,
        'Give it more (maxmemory) before it refuses jobs: see docs/runbooks.md#queuebackendfull.',
      );
    if (/^maxmemory:0\r?$/m.test(info))
      return warning(
        'no memory limit',
        'Set "maxmemory" there, below what the machine has: without it, the system kills Redis when it grows too large.',
      );
    if (/^aof_enabled:0/m.test(info))
      return warning(
        'no append-only file',
        'Set "appendonly yes" there: jobs and sessions are lost when it restarts.',
      );
    return ok(`Redis at ${place} keeps jobs`);
  } finally {
    await closeRedis(redis);
  }
}

/** One check per queue, for jobs that failed, that keep failing, or that no worker takes. */
export function queueChecks(queues: Queues): Check[] {
  return queueNames.map((name) => ({
    name: `queue ${name}`,
    advice: 'See the queue backend.',
    inspect: async () => {
      const queue = await queues.open(name);
      const [counts, isPaused] = await Promise.all([countJobs(queue), queue.isPaused()]);
      const { waitingMs, unfinishedMs } = await findOldestJobs(queue, counts);
      const { waiting, delayed, failed } = counts;
      const found = `${waiting} waiting, ${delayed} to be tried again, ${failed} given up`;
      if (isPaused) return failure(`${found}; paused`, 'Resume it at /admin/queues.');
      const oldest = (ageMs: number) => `${found}; the oldest for ${Math.round(ageMs / MINUTE_MS)} minutes`;
      if (waitingMs > LONG_WAIT_MS)
        return failure(
          oldest(waitingMs),
          `Is the worker of ${name} running, and fast enough? See docs/runbooks.md#queuestuck.`,
        );
      if (unfinishedMs > LONG_FAILING_MS)
        return warning(
          oldest(unfinishedMs),
          'It fails again and again: read why at /admin/queues; see docs/runbooks.md#jobsfailing.',
        );
      if (failed > 0) return warning(found, 'Read why at /admin/queues; see docs/runbooks.md#jobsgivenup.');
      return ok(found);
    },
  }));
}

export const openQueuesOf = (url: string): Queues => openQueues({ url, log });
