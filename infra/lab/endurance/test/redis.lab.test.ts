import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type SeparateStack, startStack } from '@naughty-list/embedded/stack';
import { membersBy, payMemo, Visitor } from '@naughty-list/embedded/test/membership-flow';
import { openPage } from '@naughty-list/embedded/test/page-loads';
import { query } from '@naughty-list/embedded/test/query';
import { type RedisServer, redisProgram, startRedisServer } from '@naughty-list/embedded/test/redis-server';
import {
  burn,
  claim,
  effectsOf,
  get,
  listedIds,
  ONCE,
  type Submitted,
  stageOf,
  submitReport,
} from '@naughty-list/embedded/test/removal-flow';
import { lastingFolder } from '@naughty-list/embedded/test/temporary-folder';
import { webRoot } from '@naughty-list/embedded/test/web-root';
import { createControlClient } from '@naughty-list/local-chain/test/control-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const HELD_MS = 3_600_000;
const RELEASED = { findMs: 0, confirmMs: 0, finalizeMs: 0 };
const POLLING = { timeout: 120_000, interval: 200 };

describe.runIf(redisProgram)('the stack on Redis', () => {
  let stack: SeparateStack;
  let redis: RedisServer;
  const folder = lastingFolder();
  const web = lastingFolder();
  const redisFolder = lastingFolder();

  beforeAll(async () => {
    redis = await startRedisServer({ folder: redisFolder.path });
    stack = await startStack({
      separate: true,
      dataDir: folder.path,
      host: '127.0.0.1',
      port: 0,
      env: {
        OEMBED_URL: 'http://127.0.0.1:1',
        QUEUE_URL: redis.url,
        WEB_ROOT: webRoot(web.path),
        VERIFY_WAIT_MS: '0',
        // Each test makes its claim at the stage it is about.
        WATCH_FROM: 'never',
        CONNECTIONS_PER_CLIENT: '1000000',
        VISITOR_COUNTED_AGAIN_AFTER_MINUTES: '0',
        RATE_LIMIT_READS_PER_MINUTE: '1000000',
        RATE_LIMIT_WRITES_PER_MINUTE: '1000000',
        CHALLENGE_AFTER_WRITES_PER_HOUR: '0',
        HOLD_REPORTS_ABOVE_PER_MINUTE: '0',
      },
      chain: { env: { CHAIN_CONTROL: 'true' } },
    });
  });
  afterAll(async () => {
    await stack?.stop();
    await redis?.kill();
    for (const { remove } of [web, folder, redisFolder]) remove();
  });

  async function claimed(): Promise<{ report: Submitted; signature: string }> {
    const report = await submitReport(stack);
    const signature = await burn(stack, report.uniqueBurnAddress);
    await claim(stack, report, signature);
    return { report, signature };
  }

  /** A claim whose transaction the chain holds back. */
  async function held(): Promise<{ report: Submitted; signature: string; release: () => Promise<unknown> }> {
    const control = createControlClient(stack.rpcUrl);
    const report = await submitReport(stack);
    const signature = await burn(stack, report.uniqueBurnAddress);
    await control.setDelays({ signature, finalizeMs: HELD_MS });
    const id = await claim(stack, report, signature);
    await expect.poll(() => stageOf(stack, id), POLLING).toBe('confirmed');
    return { report, signature, release: () => control.setDelays({ signature, ...RELEASED }) };
  }

  async function expectRemovedOnce({ id }: Submitted, signature: string): Promise<void> {
    await expect.poll(() => effectsOf(stack, signature).catch(String), POLLING).toEqual(ONCE);
    expect(await listedIds(stack)).not.toContain(id);
  }
  const hits = async () => ((await get(stack, '/api/hit-counter')) as { hitCount: number }).hitCount;

  it('removes a report for its burn, and keeps no job in PostgreSQL', async () => {
    const { report, signature } = await claimed();
    await expectRemovedOnce(report, signature);
    const schemas = "select 1 from information_schema.schemata where schema_name = 'bullmq'";
    expect(await query(stack.databaseUrl, schemas)).toEqual([]);
  });

  it('a Redis that is killed and comes back costs no claim, and doubles none', async () => {
    const before = await held();
    await redis.kill('SIGKILL');
    await before.release();
    await redis.start();
    await expectRemovedOnce(before.report, before.signature);
  });

  it('while Redis is away the site works, and what was claimed, paid and visited meanwhile counts when it is back', async () => {
    const hitsBefore = await hits();
    await redis.kill('SIGKILL');
    const claims = [await claimed(), await claimed()];
    const visitor = new Visitor(stack);
    const { reference } = await visitor.terms();
    const payment = await payMemo(stack, reference);
    expect((await visitor.verify(payment)).status).toBe(202);
    for (let n = 0; n < 5; n += 1) await openPage(stack.url);
    expect(await listedIds(stack)).toContain(claims[0]?.report.id);
    await redis.start();
    for (const { report, signature } of claims) await expectRemovedOnce(report, signature);
    expect((await visitor.settled(payment)).status).toBe(200);
    expect(await membersBy(stack, payment)).toHaveLength(1);
    await expect.poll(hits, POLLING).toBe(hitsBefore + 5);
  });

  it('a Redis that comes back empty costs no claim', async () => {
    const before = await held();
    await redis.kill('SIGKILL');
    rmSync(join(redisFolder.path, 'appendonlydir'), { recursive: true });
    await before.release();
    await redis.start();
    await expectRemovedOnce(before.report, before.signature);
  });

  it('refuses to start on a Redis that throws jobs away', async () => {
    const other = lastingFolder();
    const forgetful = await startRedisServer({
      folder: other.path,
      settings: { 'maxmemory-policy': 'allkeys-lru' },
    });
    const dataDir = lastingFolder();
    const env = { QUEUE_URL: forgetful.url, WEB_ROOT: web.path };
    await expect(
      startStack({
        separate: true,
        dataDir: dataDir.path,
        host: '127.0.0.1',
        port: 0,
        env,
      }),
    ).rejects.toThrow(/did not start .*maxmemory-policy noeviction/);
    await forgetful.kill();
    dataDir.remove();
    other.remove();
  });
});
