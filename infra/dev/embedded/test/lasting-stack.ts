import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type SeparateStack, type Stack, startStack } from '../src/stack.ts';
import { type RedisServer, startRedisServer } from './redis-server.ts';
import { lastingFolder, temporaryFolder } from './temporary-folder.ts';

/** A folder with a one-line page, for tests that do not need the real web app. */
export function webRoot(folder = temporaryFolder()): string {
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Test</title>\n');
  return folder;
}

type Options = Omit<Parameters<typeof startStack>[0], 'dataDir' | 'host' | 'port'>;

/** A stack that ends with the test, in a folder that may stay, with a one-line page, and X out of reach. */
export function temporaryStack(
  dataDir: string,
  options: Options & { separate: true },
): Promise<SeparateStack>;
export function temporaryStack(dataDir: string, options?: Options): Promise<Stack>;
export async function temporaryStack(dataDir: string, { env, ...options }: Options = {}): Promise<Stack> {
  const stack = await startStack({
    postgres: { fsync: false },
    ...options,
    dataDir,
    host: '127.0.0.1',
    port: 0,
    env: { WEB_ROOT: webRoot(), OEMBED_URL: 'http://127.0.0.1:1', ...env },
  });
  onTestFinished(() => stack.stop());
  return stack;
}

/** No limit is reached. */
export const noLimits = {
  CONNECTIONS_PER_CLIENT: '1000000000',
  VISITOR_COUNTED_AGAIN_AFTER_MINUTES: '0',
  RATE_LIMIT_READS_PER_MINUTE: '1000000000',
  RATE_LIMIT_WRITES_PER_MINUTE: '1000000000',
  CHALLENGE_AFTER_WRITES_PER_HOUR: '0',
  HOLD_REPORTS_ABOVE_PER_MINUTE: '0',
};

/** A stack for all tests of a file, in a folder of its own, with a one-line page, and X out of reach. */
export function lastingStack(): {
  /** A change of `env` applies to what starts again later. */
  start(options: Options & { separate: true }): Promise<SeparateStack>;
  start(options: Options & { separate?: never }): Promise<Stack>;
  /** A Redis beside it, in its own folder. */
  startRedis(settings?: Record<string, string>): Promise<RedisServer>;
  /** The folder of the Redis. */
  redisFolder: string;
  /** Stops all and removes their folders. */
  end(): Promise<void>;
} {
  const [folder, web, ofRedis] = [lastingFolder(), lastingFolder(), lastingFolder()];
  let stack: Stack | undefined;
  let redis: RedisServer | undefined;
  const start = async ({ env = {}, ...options }: Options): Promise<Stack> => {
    env.OEMBED_URL ??= 'http://127.0.0.1:1';
    env.WEB_ROOT ??= webRoot(web.path);
    stack = await startStack({ ...options, dataDir: folder.path, host: '127.0.0.1', port: 0, env });
    return stack;
  };
  return {
    start: start as ReturnType<typeof lastingStack>['start'],
    async startRedis(settings = {}) {
      redis = await startRedisServer({ folder: ofRedis.path, settings });
      return redis;
    },
    redisFolder: ofRedis.path,
    async end() {
      await stack?.stop();
      await redis?.kill();
      for (const { remove } of [web, folder, ofRedis]) remove();
    },
  };
}
