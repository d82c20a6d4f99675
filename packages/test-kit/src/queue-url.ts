/** Set by `redis-for-file.ts`, where a test run has jobs in Redis. */
export const TEST_REDIS_URL = 'TEST_REDIS_URL';

/** Databases that have asked in this file, each with the number of its part of Redis. */
const parts = new Map<string, number>();

/**
 * `QUEUE_URL` for a service with this database: jobs lie in it, too, or in Redis where the test run is the one on Redis. Who asks
 * for the same database finds the same jobs, and nobody else's.
 */
export function queueUrlBeside(databaseUrl: string): string {
  const redis = process.env[TEST_REDIS_URL];
  if (redis === undefined) return databaseUrl;
  const part = parts.get(databaseUrl) ?? parts.size;
  parts.set(databaseUrl, part);
  return `${redis}/${part}`;
}
