import { redisProgram } from '@naughty-list/embedded/redis-server';
import { createTestDatabase } from './database.ts';
import { startRedis } from './redis.ts';

/** A place for the jobs of one test file, empty at first. */
export type QueuePlace = {
  /** What `QUEUE_URL` would be. */
  url: string;
  drop(): Promise<void>;
};

/** Whether this machine has a Redis for tests. */
export const hasRedis: boolean = redisProgram !== undefined;

/** Where jobs can lie on this machine: PostgreSQL always, Redis when there is one (the test run says when not). */
export const queueKinds: readonly QueueKind[] = hasRedis ? ['PostgreSQL', 'Redis'] : ['PostgreSQL'];
export type QueueKind = 'PostgreSQL' | 'Redis';

/**
 * Makes a place of its own for one test file. The Redis is a cluster of one node, which refuses a command whose keys
 * would lie on different nodes of a larger one.
 */
export function createQueuePlace(kind: QueueKind): Promise<QueuePlace> {
  return kind === 'Redis' ? startRedis({ cluster: true }) : createTestDatabase();
}
