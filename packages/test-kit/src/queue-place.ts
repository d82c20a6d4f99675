import { redisProgram } from '@naughty-list/embedded/test/redis-server';
import { createTestDatabase } from './database.ts';
import { startRedis } from './redis.ts';

/** A job store for one test file, initially empty. */
export type QueuePlace = {
  /** The `QUEUE_URL`. */
  url: string;
  drop(): Promise<void>;
};

/** Whether this machine has a Redis for tests. */
export const hasRedis: boolean = redisProgram !== undefined;

/** Job stores available on this machine: PostgreSQL always, Redis if installed (the test run reports when not). */
export const queueKinds: readonly QueueKind[] = hasRedis ? ['PostgreSQL', 'Redis'] : ['PostgreSQL'];
export type QueueKind = 'PostgreSQL' | 'Redis';

/**
 * Creates a job store for one test file. The Redis is a single-node cluster, which rejects commands whose keys hash
 * to different slots.
 */
export function createQueuePlace(kind: QueueKind): Promise<QueuePlace> {
  return kind === 'Redis' ? startRedis({ cluster: true }) : createTestDatabase();
}
