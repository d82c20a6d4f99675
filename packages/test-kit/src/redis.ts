import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RedisServer, startRedisServer } from '@naughty-list/embedded/test/redis-server';

/** A separate Redis (or Valkey) for one test file. */
export type TestRedis = RedisServer & {
  /** Stops it and removes its folder. */
  drop(): Promise<void>;
};

/**
 * Starts a Redis in a temporary folder; see `startRedisServer`.
 *
 * @throws Error when the machine has none
 */
export async function startRedis(
  options: Omit<Parameters<typeof startRedisServer>[0], 'folder'> = {},
): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'naughty-list-redis-'));
  const server = await startRedisServer({ folder, ...options });
  const drop = async () => {
    await server.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...server, drop };
}
