import { setTimeout as sleep } from 'node:timers/promises';
import type { Job as JobDefinition, JobPayload } from '@naughty-list/contracts/job';
import { type Queue, UnrecoverableError, type Worker } from 'bullmq';
import type { Log } from './log.ts';
import { openBackend } from './queue-backends.ts';

/** Adds jobs and runs their handlers, on the backend that `QUEUE_URL` names. */
export type Queues = {
  /** Adds a job; the same id again, while the first is kept, is not added twice. */
  add<J extends JobDefinition>(job: J, payload: JobPayload<J>): Promise<void>;
  /** Starts a worker for each queue that the handlers belong to. */
  work(handlers: JobHandler[], options?: { concurrency?: number }): Promise<void>;
  /**
   * Looks whether jobs are safe where they are kept; for the start of a process.
   *
   * @throws ConfigError
   */
  check(): Promise<void>;
  /** Whether the queue that is used can be read; true when none is used. */
  answers(): Promise<boolean>;
  /** Lets running jobs end, takes no new ones. */
  close(): Promise<void>;
};

export type JobHandler = { job: JobDefinition; run: (payload: unknown, info: JobInfo) => Promise<void> };

/** `attempt` counts from 1; `log` carries the job's name, id and request id. */
export type JobInfo = { attempt: number; log: Log };

/** Binds a job to its handler; a payload that does not parse is never retried. */
export function handle<J extends JobDefinition>(
  job: J,
  run: (payload: JobPayload<J>, info: JobInfo) => Promise<void>,
): JobHandler {
  return {
    job,
    run: async (payload, info) => {
      const parsed = job.payload.safeParse(payload);
      if (!parsed.success) throw new UnrecoverableError(`Malformed payload: ${parsed.error.message}`);
      await run(parsed.data as JobPayload<J>, info);
    },
  };
}

/** Thrown by a handler whose job is not worth trying again any sooner than `afterMs`; carries the message of its cause. */
export class RetryLater extends Error {
  readonly afterMs: number;

  constructor(afterMs: number, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'RetryLater';
    this.afterMs = afterMs;
  }
}

// A worker that died is noticed after this; the owners' sweeps are usually faster.
const LOCK_MS = 10_000;
const STALLED_CHECK_MS = 5_000;
// A job whose worker died this often is taken for poisoned and lies in the failed set.
const MAX_STALLED = 10;
// A worker that lost its connection looks for jobs again after this.
const RUN_AGAIN_MS = 1_000;
const ANSWER_TIMEOUT_MS = 2_000;
const KEEP_COMPLETED = { age: 3_600, count: 1_000 };
const KEEP_FAILED = { age: 14 * 24 * 3_600 };

/** Opens queues on PostgreSQL or Redis, as the URL says. Nothing connects before the first use. */
export function openQueues({ url, log }: { url: string; log: Log }): Queues {
  const backend = openBackend({ url, log });
  const queues = new Map<string, Queue>();
  const workers: Worker[] = [];

  function queue(name: string): Queue {
    const known = queues.get(name);
    if (known) return known;
    const opened = backend.openQueue(name);
    opened.on('error', (error) => log.warn({ err: error, queue: name }, 'queue'));
    queues.set(name, opened);
    return opened;
  }

  /** On PostgreSQL a queue that could not connect at first never connects: it is opened anew for whoever comes next. */
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

  return {
    async add(job, payload) {
      const opened = await readyQueue(job.queue);
      await opened.add(job.name, job.payload.parse(payload), {
        jobId: job.id(payload),
        attempts: job.attempts,
        backoff: { type: 'custom' },
        removeOnComplete: KEEP_COMPLETED,
        removeOnFail: KEEP_FAILED,
      });
    },

    async work(handlers, { concurrency = 10 } = {}) {
      for (const [name, ofQueue] of Map.groupBy(handlers, ({ job }) => job.queue)) {
        const byName = new Map(ofQueue.map((handler) => [handler.job.name, handler]));
        const worker = backend.openWorker(
          name,
          async ({ id, name: jobName, data, attemptsMade }) => {
            const handler = byName.get(jobName);
            if (!handler) throw new UnrecoverableError(`No handler for ${jobName}`);
            const jobLog = log.child({ job: jobName, jobId: id, requestId: data?.requestId });
            await handler.run(data, { attempt: attemptsMade + 1, log: jobLog });
          },
          {
            concurrency,
            lockDuration: LOCK_MS,
            stalledInterval: STALLED_CHECK_MS,
            maxStalledCount: MAX_STALLED,
            runRetryDelay: RUN_AGAIN_MS,
            settings: {
              backoffStrategy: (attempts, _type, error, job) => {
                const delayMs = backoff(byName.get(job?.name ?? '')?.job, attempts);
                // Whole milliseconds: PostgreSQL refuses a fraction, and the job would lie there until it counts as stalled.
                return error instanceof RetryLater ? Math.max(delayMs, Math.ceil(error.afterMs)) : delayMs;
              },
            },
          },
        );
        worker.on('error', (error) => log.warn({ err: error, queue: name }, 'worker'));
        worker.on('failed', (job, error) =>
          log.info(
            { job: job?.name, jobId: job?.id, attempts: job?.attemptsMade, reason: error.message },
            'job failed',
          ),
        );
        workers.push(worker);
        await worker.waitUntilReady();
      }
    },

    check: () => backend.check(),

    async answers() {
      const name = queues.keys().next().value ?? workers[0]?.name;
      if (name === undefined) return true;
      const read = readyQueue(name).then((opened) => opened.getJobCountByTypes('active'));
      const late = new AbortController();
      const tooLate = sleep(ANSWER_TIMEOUT_MS, undefined, { signal: late.signal }).then(() => false);
      return Promise.race([read.then(() => true), tooLate])
        .catch(() => false)
        .finally(() => late.abort());
    },

    async close() {
      await Promise.allSettled(workers.map((worker) => backend.closeWorker(worker)));
      await Promise.allSettled([...queues.values()].map((opened) => opened.close()));
      await backend.close();
    },
  };
}

/** Doubles from the job's first delay to its largest, with up to a fifth of jitter. */
function backoff(job: JobDefinition | undefined, attempts: number): number {
  if (!job) return 1_000;
  const delay = Math.min(job.backoffMs * 2 ** Math.min(attempts - 1, 20), job.maxBackoffMs);
  return Math.round(delay * (0.8 + Math.random() * 0.2));
}
