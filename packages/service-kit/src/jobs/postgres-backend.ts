import { createPostgresBackend, type Queue, type Worker, withBackend } from 'bullmq';
import type { QueueBackend } from './queue-backend.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const QUERY_TIMEOUT_MS = 30_000;

/** Jobs in PostgreSQL (schema `bullmq`, migrated on connect). */
export function openPostgresBackend(url: string): QueueBackend {
  const backend = withBackend(createPostgresBackend);
  const connection = () => ({
    connectionString: url,
    max: 1,
    schema: 'bullmq',
    migrate: true,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
  });
  return {
    openQueue: (name) => new backend.Queue(name, { connection: connection() }) as unknown as Queue,
    openWorker: (name, run, settings) =>
      new backend.Worker(name, run, { ...settings, connection: connection() }) as unknown as Worker,
    ready: async (queue) => void (await queue.waitUntilReady()),
    reopens: true,
    check: async () => {},
    fillRatio: async () => undefined,
    closeWorker: (worker) => worker.close(),
    close: async () => {},
  };
}
