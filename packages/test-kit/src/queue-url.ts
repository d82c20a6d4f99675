/** Set by `redis-for-file.ts` when a test run keeps jobs in Redis. */
export const TEST_REDIS_URL = 'TEST_REDIS_URL';

/** Databases used in this file, each with its Redis database number. */
const parts = new Map<string, number>();

/**
 * `QUEUE_URL` for a service with this database: jobs are stored in it, or in Redis when the run uses Redis. The same
 * database always gets the same queue, isolated from the others.
 */
export function queueUrlBeside(databaseUrl: string): string {
  const redis = process.env[TEST_REDIS_URL];
  if (redis === undefined) return databaseUrl;
  const part = parts.get(databaseUrl) ?? parts.size;
  parts.set(databaseUrl, part);
  return `${redis}/${part}`;
}
