import { setTimeout as sleep } from 'node:timers/promises';
import { Queue, Worker } from 'bullmq';
import {
  checkRedis,
  closeRedis,
  isReady,
  openRedis,
  type Redis,
  redisFillRatio,
  retrySoon,
} from '../database/redis.ts';
import type { Log } from '../telemetry/log.ts';
import type { QueueBackend } from './queue-backend.ts';

const CONNECT_TIMEOUT_MS = 5_000;
/** How long adding a job waits for an unavailable Redis before it fails. */
const READY_TIMEOUT_MS = 2_000;
/** How long to wait for a worker that cannot store its results. */
const CLOSE_ALONE_MS = 3_000;
const POLL_MS = 50;

/** The hash tag keeps all keys of a queue in one slot of a cluster. */
const prefixOf = (queue: string) => `{naughty-list:${queue}}`;

/** Jobs in Redis or Valkey: one connection for adding, two for each worker. */
export function openRedisBackend({ url, log }: { url: string; log: Log }): QueueBackend {
  let opened: Redis | undefined;
  const redis = () => {
    opened ??= openRedis({ url, name: 'queues', log });
    return opened;
  };
  const connected = async () => {
    if (!(await isReady(redis(), READY_TIMEOUT_MS))) throw new Error('Redis is unavailable');
  };
  // No caller waits for a worker: its commands wait for Redis indefinitely.
  const workerConnection = {
    url,
    connectTimeout: CONNECT_TIMEOUT_MS,
    maxRetriesPerRequest: null,
    retryStrategy: retrySoon,
  };
  return {
    openQueue: (name) => new Queue(name, { connection: redis(), prefix: prefixOf(name) }),
    openWorker: (name, run, settings) =>
      new Worker(name, run, { ...settings, connection: workerConnection, prefix: prefixOf(name) }),
    async ready(queue) {
      await connected();
      await queue.waitUntilReady();
    },
    reopens: false,
    check: () => checkRedis(redis(), log),
    async fillRatio() {
      await connected();
      return redisFillRatio(redis());
    },
    async closeWorker(worker) {
      const closed = new AbortController();
      const closing = worker.close().finally(() => closed.abort());
      await Promise.race([closing, unavailableFor(redis(), CLOSE_ALONE_MS, closed.signal)]);
    },
    async close() {
      if (opened) await closeRedis(opened);
    },
  };
}

/** Resolves this long after the connection was lost, even if it has recovered, or when aborted. */
async function unavailableFor(redis: Redis, ms: number, signal: AbortSignal): Promise<void> {
  try {
    while (redis.status === 'ready') await sleep(POLL_MS, undefined, { signal });
    await sleep(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
