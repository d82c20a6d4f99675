import type { Job, Queue, Worker, WorkerOptions } from 'bullmq';

/** The store behind BullMQ. */
export type QueueBackend = {
  /** Creates the queue object; connects in the background. */
  openQueue(name: string): Queue;
  /** Starts a worker; connects in the background. */
  openWorker(name: string, run: WorkerRun, options: WorkerSettings): Worker;
  /**
   * Resolves when a queue is usable, within a bounded time.
   *
   * @throws the reason otherwise
   */
  ready(queue: Queue): Promise<void>;
  /** Whether a queue that failed to connect must be reopened. */
  reopens: boolean;
  /** @throws ConfigError when the store may lose jobs */
  check(): Promise<void>;
  /** The share of memory in use, 0 to 1; undefined without a limit. A full store accepts no jobs. */
  fillRatio(): Promise<number | undefined>;
  /** Closes a worker after its running jobs, as far as their results can still be stored. */
  closeWorker(worker: Worker): Promise<void>;
  /** Closes connections shared by queues and workers. */
  close(): Promise<void>;
};

export type WorkerRun = (job: Job) => Promise<void>;
export type WorkerSettings = Omit<WorkerOptions, 'connection' | 'prefix'>;
