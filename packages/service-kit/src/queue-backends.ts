import type { Log } from './log.ts';
import { openPostgresBackend } from './postgres-backend.ts';
import type { QueueBackend } from './queue-backend.ts';
import { isRedisUrl } from './redis.ts';
import { openRedisBackend } from './redis-backend.ts';

/** The backend that a `QUEUE_URL` names: `postgres://…` or `redis://…`, `rediss://…`. */
export function openBackend({ url, log }: { url: string; log: Log }): QueueBackend {
  return isRedisUrl(url) ? openRedisBackend({ url, log }) : openPostgresBackend(url);
}
