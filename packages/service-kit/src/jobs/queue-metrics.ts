import type { Queue } from 'bullmq';
import { Histogram } from 'prom-client';
import type { Metrics, Reading } from '../telemetry/metrics.ts';
import { countJobs, findOldestJobs } from './oldest-jobs.ts';
import type { QueueBackend } from './queue-backend.ts';

/** Metrics of job handlers and of the queues that this process works. */
export type QueueMetrics = {
  /** Records the end of a handler. `retry`: it failed and will be retried; `failed`: it will not. */
  ended(job: { queue: string; job: string }, end: 'completed' | 'retry' | 'failed', durationMs: number): void;
  /** Starts measuring a queue; done by the process that works it. */
  follow(name: string, open: () => Promise<Queue>): void;
};

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function openQueueMetrics(metrics: Metrics, backend: Pick<QueueBackend, 'fillRatio'>): QueueMetrics {
  const { registers } = metrics;
  const ended = metrics.addCounter({
    name: 'queue_jobs_total',
    help: 'Job runs by outcome: completed, retry (failed, will be retried), failed (no attempts left)',
    labelNames: ['queue', 'job', 'end'],
  });
  const durations = new Histogram({
    name: 'queue_job_duration_seconds',
    help: 'Duration of job runs, whatever their outcome',
    labelNames: ['queue', 'job'],
    buckets: SECONDS,
    registers,
  });
  const followed = new Map<string, () => Promise<Queue>>();
  metrics.addSource({
    name: 'queues',
    gauges: {
      queue_jobs: { help: 'Jobs in a queue, by state', labelNames: ['queue', 'state'] },
      queue_oldest_waiting_seconds: {
        help: 'Age of the oldest job without an attempt; 0 if there is none',
        labelNames: ['queue'],
      },
      queue_oldest_unfinished_seconds: {
        help: 'Age of the oldest unfinished job, including those to be retried; 0 if there is none',
        labelNames: ['queue'],
      },
      queue_backend_fill_ratio: {
        help: 'Share of its memory limit, or of the machine, that Redis uses, 0 to 1; missing with PostgreSQL',
      },
    },
    async read() {
      const measured = await Promise.all([...followed].map(([name, open]) => measure(name, open)));
      // Last: opening a queue waits for the Redis connection.
      const fillRatio = followed.size > 0 ? await backend.fillRatio() : undefined;
      return {
        queue_backend_fill_ratio: fillRatio === undefined ? [] : [{ value: fillRatio }],
        queue_jobs: measured.flatMap(({ jobs }) => jobs),
        queue_oldest_waiting_seconds: measured.map(({ waiting }) => waiting),
        queue_oldest_unfinished_seconds: measured.map(({ unfinished }) => unfinished),
      };
    },
  });
  return {
    ended({ queue, job }, end, durationMs) {
      ended({ queue, job, end });
      durations.observe({ queue, job }, durationMs / 1_000);
    },
    follow: (name, open) => void followed.set(name, open),
  };
}

async function measure(
  name: string,
  open: () => Promise<Queue>,
): Promise<{ jobs: Reading[]; waiting: Reading; unfinished: Reading }> {
  const queue = await open();
  const counts = await countJobs(queue);
  const { waitingMs, unfinishedMs } = await findOldestJobs(queue, counts);
  const labels = { queue: name };
  return {
    jobs: Object.entries(counts).map(([state, value]) => ({ labels: { ...labels, state }, value })),
    waiting: { labels, value: waitingMs / 1_000 },
    unfinished: { labels, value: unfinishedMs / 1_000 },
  };
}
