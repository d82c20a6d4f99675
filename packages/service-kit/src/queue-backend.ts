import type { Job, Queue, Worker, WorkerOptions } from 'bullmq';

/** Where BullMQ keeps its jobs. */
export type QueueBackend = {
  /** Makes the queue object; it connects in the background. */
  openQueue(name: string): Queue;
  /** Starts a worker; it connects in the background. */
  openWorker(name: string, run: WorkerRun, options: WorkerSettings): Worker;
  /**
   * Settles when a queue can be used, in bounded time.
   *
   * @throws whatever stands in the way
   */
  ready(queue: Queue): Promise<void>;
  /** Whether a queue that could not connect at first has to be opened anew. */
  reopens: boolean;
  /** One in so many jobs tidies up behind those that are completed, as it ends. */
  tidiesEvery: number;
  /** @throws ConfigError when what keeps the jobs is set up so that it may lose them */
  check(): Promise<void>;
  /** How much of its memory is used, 0 to 1; nothing where it has no limit of its own. A full one takes no job. */
  fillRatio(): Promise<number | undefined>;
  /** Ends a worker: running jobs end first, as far as they can still tell it. */
  closeWorker(worker: Worker): Promise<void>;
  /** Lets go of what queues and workers share. */
  close(): Promise<void>;
};

export type WorkerRun = (job: Job) => Promise<void>;
export type WorkerSettings = Omit<WorkerOptions, 'connection' | 'prefix'>;
