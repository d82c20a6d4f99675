import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeDatabase } from '@naughty-list/embedded/postgres-home';
import { type RedisServer, startRedisServer } from '@naughty-list/embedded/redis-server';
import { type Stack, startStack } from '@naughty-list/embedded/stack';
import { ADMIN, settings } from './settings.ts';
import { type Fleet, startFleet } from './several/fleet.ts';
import type { Victims } from './trouble.ts';

export type World = Victims & {
  admin: typeof ADMIN;
  /** How processes ended, line by line. */
  ends: string[];
};

/** How long a process keeps serving after the stop signal: as in Kubernetes, where it includes the preStop pause. */
const DRAIN_MS = 10_000;

/**
 * Starts PostgreSQL, a chain, a Redis with full persistence, and `each` processes of every service and worker behind
 * balancers, in a temporary folder; runs `work` with them, and cleans up.
 */
export async function withFleet<T>(
  { each, log, signal }: { each: number; log: (line: string) => void; signal?: AbortSignal },
  work: (world: World) => Promise<{ value: T; keep: boolean }>,
): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'naughty-list-endurance-'));
  chmodSync(dataDir, 0o711);
  writeFileSync(join(dataDir, 'index.html'), '<!doctype html><title>Endurance</title>\n');
  const ends: string[] = [];
  let keep = true;
  let redis: RedisServer | undefined;
  let stack: Stack | undefined;
  let fleet: Fleet | undefined;
  try {
    const redisFolder = mkdtempSync(join(dataDir, 'redis-'));
    redis = await startRedisServer({ folder: redisFolder, settings: { appendfsync: 'always' } });
    stack = await startStack({
      dataDir,
      host: '127.0.0.1',
      port: 0,
      env: { ...settings, QUEUE_URL: redis.url, WEB_ROOT: dataDir },
      chain: { env: { CHAIN_CONTROL: 'true' } },
      servicesElsewhere: true,
      ...(signal ? { signal } : {}),
    });
    fleet = await startFleet(stack, { each, drainMs: DRAIN_MS, log: (line) => void ends.push(line) });
    log(`${fleet.copies.length} processes of the product are up`);
    const outcome = await work({ stack, fleet, redis, admin: ADMIN, ends });
    keep = outcome.keep;
    return outcome.value;
  } finally {
    await fleet?.stop();
    await stack?.stop();
    await redis?.kill();
    if (keep) log(`kept: ${dataDir}`);
    else removeFolder(dataDir);
  }
}

function removeFolder(dataDir: string): void {
  removeDatabase(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
}
