import { rmSync } from 'node:fs';
import { freePortPair } from '@naughty-list/embedded/ports';
import { redisProgram, startRedisServer } from '@naughty-list/embedded/redis-server';
import type { Row } from '../report/row.ts';
import type { Section, Settings } from '../settings.ts';
import { startInstantRpc } from '../stage/instant-rpc.ts';
import { openNoopJobs } from '../stage/noop-jobs.ts';
import { startProduct, temporaryFolder } from '../stage/product.ts';
import { measureIntake } from './intake.ts';
import { measureRemovals } from './removals.ts';
import { measureVerifications } from './verifications.ts';

/** What goes through the queue, on both of its backends. Product and reference have the same core. */
export const jobs: Section = {
  name: 'jobs',
  async measure(settings) {
    const rows = await measureOn('jobs in PostgreSQL', undefined, settings);
    if (!redisProgram) {
      settings.log('No redis-server on the path: jobs are measured on PostgreSQL alone.');
      return { rows };
    }
    const folder = temporaryFolder();
    const redis = await startRedisServer({ folder });
    try {
      return { rows: [...rows, ...(await measureOn('jobs in Redis', redis.url, settings))] };
    } finally {
      await redis.kill();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function measureOn(backend: string, redisUrl: string | undefined, settings: Settings): Promise<Row[]> {
  const chainPort = await freePortPair();
  const rpc = await startInstantRpc(`http://127.0.0.1:${chainPort}`);
  const product = await startProduct({
    env: {
      SOLANA_RPC_URLS: rpc.url,
      SOLANA_RPC_REQUESTS_PER_SECOND: '0',
      // Nobody is to find a payment before it is claimed.
      WATCH_ENABLED: 'false',
      ...(redisUrl && { QUEUE_URL: redisUrl }),
    },
    chainEnv: { CHAIN_CONFIRM_AFTER_MS: '0', CHAIN_FINALIZE_AFTER_MS: '0' },
    chainPort,
  });
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
    await product.stop();
    rpc.stop();
  }
}
