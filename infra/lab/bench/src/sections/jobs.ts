import { rmSync } from 'node:fs';
import { freePortPair } from '@naughty-list/embedded/ports';
import { type RedisServer, redisProgram, startRedisServer } from '@naughty-list/embedded/redis-server';
import { startSampledProduct } from '../profile/sampled-product.ts';
import type { Profiler } from '../profile/scene.ts';
import type { Row } from '../report/row.ts';
import type { Section, Settings } from '../settings.ts';
import { startInstantRpc } from '../stage/instant-rpc.ts';
import { openNoopJobs } from '../stage/noop-jobs.ts';
import { startProduct, temporaryFolder } from '../stage/product.ts';
import { intakeOn, measureIntake, profileIntake } from './intake.ts';
import { measureRemovals, profileRemovals, removalOn } from './removals.ts';
import { measureVerifications, profileVerifications, verificationsOn } from './verifications.ts';

const IN_POSTGRES = 'jobs in PostgreSQL';
const IN_REDIS = 'jobs in Redis';

/** Jobs on both queue backends. Product and reference share a core. */
export const jobs: Section = {
  name: 'jobs',
  async measure(settings) {
    const rows = await measureOn(IN_POSTGRES, undefined, settings);
    await onRedis(settings, async (redis) => {
      rows.push(...(await measureOn(IN_REDIS, redis.url, settings)));
    });
    return { rows };
  },
  async profile(settings, profiler) {
    const wanted = (backend: string) =>
      [intakeOn, verificationsOn, removalOn].some((nameOn) => profiler.wants(nameOn(backend)));
    if (wanted(IN_POSTGRES)) await profileOn(IN_POSTGRES, undefined, settings, profiler);
    if (wanted(IN_REDIS)) await onRedis(settings, (redis) => profileOn(IN_REDIS, redis, settings, profiler));
  },
};

async function onRedis({ log }: Settings, work: (redis: RedisServer) => Promise<void>): Promise<void> {
  if (!redisProgram) return log('No redis-server on the path: jobs are looked at on PostgreSQL alone.');
  const folder = temporaryFolder();
  const redis = await startRedisServer({ folder });
  try {
    await work(redis);
  } finally {
    await redis.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureOn(backend: string, redisUrl: string | undefined, settings: Settings): Promise<Row[]> {
  const { product, stop } = await setUp(redisUrl, startProduct);
  const queueUrl = redisUrl ?? product.stack.databaseUrl;
  const noop = await openNoopJobs(queueUrl);
  try {
    const measured = { product, noop, backend, queueUrl };
    return [
      await measureIntake(measured, settings),
      await measureVerifications(measured, settings),
      await measureRemovals(measured, settings),
    ];
  } finally {
    await noop.close();
    await stop();
  }
}

async function profileOn(
  backend: string,
  redis: RedisServer | undefined,
  settings: Settings,
  profiler: Profiler,
): Promise<void> {
  const { product, rpcPid, stop } = await setUp(redis?.url, startSampledProduct);
  const others = [
    { name: 'the bench, which asks', pid: process.pid },
    { name: 'the RPC that answers at once (other core)', pid: rpcPid, elsewhere: true },
    ...(redis ? [{ name: 'Redis', pid: redis.pid }] : []),
  ];
  const queueUrl = redis?.url ?? product.stack.databaseUrl;
  const profiled = { product, backend, queueUrl, others, openNoop: () => openNoopJobs(queueUrl) };
  try {
    if (profiler.wants(intakeOn(backend))) await profileIntake(profiled, settings, profiler);
    if (profiler.wants(verificationsOn(backend))) await profileVerifications(profiled, settings, profiler);
    if (profiler.wants(removalOn(backend))) await profileRemovals(profiled, settings, profiler);
  } finally {
    await stop();
  }
}

/** The product with a chain that finalises at once, behind an RPC endpoint that responds at once. */
async function setUp(redisUrl: string | undefined, start: typeof startProduct) {
  const chainPort = await freePortPair();
  const rpc = await startInstantRpc(`http://127.0.0.1:${chainPort}`);
  const product = await start({
    env: {
      SOLANA_RPC_URLS: rpc.url,
      SOLANA_RPC_REQUESTS_PER_SECOND: '0',
      // Payments must not be found before they are claimed.
      WATCH_ENABLED: 'false',
      ...(redisUrl && { QUEUE_URL: redisUrl }),
    },
    chainEnv: { CHAIN_CONFIRM_AFTER_MS: '0', CHAIN_FINALIZE_AFTER_MS: '0' },
    chainPort,
  });
  const stop = async () => {
    await product.stop();
    rpc.stop();
  };
  return { product, rpcPid: rpc.pid, stop };
}
