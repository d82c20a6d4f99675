import type { Job as JobDefinition, JobPayload } from '@naughty-list/contracts/job';
import type { JobsOptions, Queue, Worker } from 'bullmq';
import { isRedisUrl } from '../database/redis.ts';
import { inTime } from '../lifecycle/in-time.ts';
import { createFaultLog } from '../telemetry/faults.ts';
import type { Log } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { isTracing, traceCarrier } from '../telemetry/tracing.ts';
import { doJob, retryDelay } from './do-job.ts';
import type { JobHandler } from './handler.ts';
import { signPayload } from './job-signature.ts';
import { openPostgresBackend } from './postgres-backend.ts';
import type { QueueBackend } from './queue-backend.ts';
import { openQueueMetrics } from './queue-metrics.ts';
import { openRedisBackend } from './redis-backend.ts';

/** Adds jobs and runs their handlers, on the backend of `QUEUE_URL`. */
export type Queues = {
  /** Adds a job, with the current trace, unless the queue still has one of its id. */
  add<J extends JobDefinition>(job: J, payload: JobPayload<J>): Promise<void>;
  /** The same for a sender that repeats it until the job is done, since a Redis may lose jobs. Returns whether it is. */
  deliver<J extends JobDefinition>(job: J, payload: JobPayload<J>): Promise<boolean>;
  /** Repeats a job by BullMQ's job scheduler, first now; again after a restart changes nothing. */
  repeat<J extends JobDefinition>(job: J, payload: JobPayload<J>, everyMs: number): Promise<void>;
  /** Starts a worker for each queue of the handlers. */
  work(handlers: JobHandler[], options?: { concurrency?: number }): Promise<void>;
  /** The BullMQ queue, for maintenance of any kind of job. Throws when unreachable. */
  open(name: string): Promise<Queue>;
  /**
   * Checks at startup that the store does not lose jobs.
   *
   * @throws ConfigError
   */
  check(): Promise<void>;
  /** Whether the store responds and accepts jobs; on PostgreSQL also true while no queue is in use. */
  answers(): Promise<boolean>;
  /** Waits for running jobs and takes no new ones. */
  close(): Promise<void>;
};

// A dead worker is detected after this; the owners' sweeps are usually faster.
const LOCK_MS = 10_000;
const STALLED_CHECK_MS = 5_000;
// A job whose worker died this often is considered poisoned and fails.
const MAX_STALLED = 10;
// A worker that lost its connection polls again after this.
const RESTART_MS = 1_000;
const ANSWER_TIMEOUT_MS = 2_000;
/** Above this, the store may accept one job and reject the next. */
const FULL_RATIO = 0.99;
/** In seconds. */
const KEEP = { age: 3_600, count: 1_000 };
const KEEP_FAILED = { age: 14 * 24 * 3_600 };

type QueueOptions = {
  url: string;
  /** The secret that services share, to sign jobs that require it; not needed for maintenance alone. */
  secret?: string;
  log: Log;
  metrics?: Metrics;
};

/** Opens queues on PostgreSQL or Redis, depending on the URL. Connects on first use. */
export function openQueues({ url, secret, log, metrics }: QueueOptions): Queues {
  const backend = openBackend({ url, log });
  const queues = new Map<string, Queue>();
  const workers: Worker[] = [];
  const measured = metrics && openQueueMetrics(metrics, backend);

  function queue(name: string): Queue {
    const known = queues.get(name);
    if (known) return known;
    const opened = backend.openQueue(name);
    opened.on('error', createFaultLog(log, 'queue error', { queue: name }));
    queues.set(name, opened);
    return opened;
  }

  /** On PostgreSQL a queue that failed to connect stays broken: reopen it for the next caller. */
  async function readyQueue(name: string): Promise<Queue> {
    const opened = queue(name);
    try {
      await backend.ready(opened);
      return opened;
    } catch (error) {
      if (!backend.reopens) throw error;
      if (queues.get(name) === opened) queues.delete(name);
      await opened.close().catch(() => undefined);
      throw error;
    }
  }

  async function add<J extends JobDefinition>(job: J, payload: JobPayload<J>): Promise<void> {
    const data = job.payload.parse(payload) as object;
    const opened = await readyQueue(job.queue);
    const priority = job.priority?.(payload);
    const deduplicationId = job.deduplicationId?.(payload);
    await addOnce(opened, {
      name: job.name,
      data: job.mustBeSigned ? signPayload(secret, job, data) : data,
      opts: {
        jobId: job.id(payload),
        attempts: job.attempts,
        backoff: { type: 'custom' },
        removeOnComplete: { ...KEEP, ...(job.keepCompleted && { count: job.keepCompleted }) },
        removeOnFail: KEEP_FAILED,
        ...(priority !== undefined && { priority }),
        ...(deduplicationId !== undefined && { deduplication: { id: deduplicationId } }),
        ...(isTracing() && { telemetry: { metadata: JSON.stringify(traceCarrier()) } }),
      },
    });
  }

  return {
    add,

    async deliver(job, payload) {
      const id = job.id(payload);
      const opened = await readyQueue(job.queue);
      // A job that failed keeps its id for days: as long, none of that id would be added.
      if ((await opened.getJobState(id)) === 'failed') await opened.remove(id);
      await add(job, payload);
      return (await opened.getJobState(id)) === 'completed';
    },

    async repeat(job, payload, everyMs) {
      const opts = {
        attempts: job.attempts,
        backoff: { type: 'custom' },
        removeOnComplete: 10,
        removeOnFail: KEEP_FAILED,
      };
      const opened = await readyQueue(job.queue);
      const data = job.payload.parse(payload) as object;
      await opened.upsertJobScheduler(job.name, { every: everyMs }, { name: job.name, data, opts });
    },

    open: readyQueue,

    async work(handlers, { concurrency = 10 } = {}) {
      for (const [name, ofQueue] of Map.groupBy(handlers, ({ job }) => job.queue)) {
        const byName = new Map(ofQueue.map((handler) => [handler.job.name, handler]));
        const worker = backend.openWorker(
          name,
          (job) => doJob(job, { queue: name, byName, secret, log, measured }),
          {
            concurrency,
            lockDuration: LOCK_MS,
            stalledInterval: STALLED_CHECK_MS,
            maxStalledCount: MAX_STALLED,
            runRetryDelay: RESTART_MS,
            settings: {
              backoffStrategy: (attempts, _type, error, job) =>
                retryDelay(byName.get(job?.name ?? '')?.job, { attempts, error }),
            },
          },
        );
        worker.on('error', createFaultLog(log, 'worker error', { queue: name }));
        worker.on('failed', (job, error) =>
          log.info(
            { job: job?.name, jobId: job?.id, attempts: job?.attemptsMade, reason: error.message },
            'job failed',
          ),
        );
        workers.push(worker);
        measured?.follow(name, () => readyQueue(name));
        await worker.waitUntilReady();
      }
    },

    check: () => backend.check(),

    async answers() {
      const name = queues.keys().next().value ?? workers[0]?.name;
      const countJobs = async () => name && (await readyQueue(name)).getJobCountByTypes('active');
      const read = Promise.all([backend.fillRatio(), countJobs()]).then(
        ([fillRatio = 0]) => fillRatio < FULL_RATIO,
      );
      return (await inTime(read, ANSWER_TIMEOUT_MS).catch(() => false)) ?? false;
    },

    async close() {
      await Promise.allSettled(workers.map((worker) => backend.closeWorker(worker)));
      await Promise.allSettled([...queues.values()].map((opened) => opened.close()));
      await backend.close();
    },
  };
}

/** The backend that a `QUEUE_URL` names: `postgres://…` or `redis://…`, `rediss://…`. */
export function openBackend({ url, log }: { url: string; log: Log }): QueueBackend {
  return isRedisUrl(url) ? openRedisBackend({ url, log }) : openPostgresBackend(url);
}

const unfinished: ReadonlySet<string> = new Set(['waiting', 'prioritized', 'delayed', 'active', 'paused']);
// Tolerated clock skew between machines.
const CLOCKS_DIFFER_MS = 60_000;

/**
 * Adds a job unless one with its deduplication id is unfinished, and removes keys that would block later jobs for too
 * long. BullMQ (6.7, both backends) mistakes a retained finished job for a running one when its id is added again. It
 * also schedules retries and locks by the worker's clock, so a job taken before the clock was set back would wait until
 * the old time.
 */
async function addOnce(
  queue: Queue,
  { name, data, opts }: { name: string; data: object; opts: JobsOptions & { jobId: string } },
): Promise<void> {
  const id = opts.deduplication?.id;
  const added = await queue.add(name, data, opts);
  if (id === undefined || added.id === opts.jobId) return;
  const holder = await queue.getDeduplicationJobId(id);
  if (holder === null) return;
  const takenAt = (await queue.getJob(holder))?.processedOn ?? 0;
  const isFromTheFuture = takenAt > Date.now() + CLOCKS_DIFFER_MS;
  if (!isFromTheFuture && unfinished.has(await queue.getJobState(holder))) return;
  await queue.removeDeduplicationKey(id);
  await queue.add(name, data, opts);
}
