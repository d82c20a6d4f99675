import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { SeparateStack } from '@naughty-list/embedded/stack';
import { lastingStack, noLimits } from '@naughty-list/embedded/test/lasting-stack';
import { membersBy, payMemo, Visitor } from '@naughty-list/embedded/test/membership-flow';
import { hitsOf, openPage } from '@naughty-list/embedded/test/page-loads';
import { query } from '@naughty-list/embedded/test/query';
import { type RedisServer, redisProgram } from '@naughty-list/embedded/test/redis-server';
import {
  burn,
  claim,
  effectsOf,
  listedIds,
  ONCE,
  type Submitted,
  stageOf,
  submitReport,
} from '@naughty-list/embedded/test/removal-flow';
import { createControlClient } from '@naughty-list/local-chain/test/control-client';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

const HELD_MS = 3_600_000;
const RELEASED = { findMs: 0, confirmMs: 0, finalizeMs: 0 };
const POLLING = { timeout: 120_000, interval: 200 };

describe.runIf(redisProgram)('the stack on Redis', () => {
  let stack: SeparateStack;
  let redis: RedisServer;
  const { start, startRedis, redisFolder, end } = lastingStack();

  beforeAll(async () => {
    redis = await startRedis();
    stack = await start({
      separate: true,
      env: {
        QUEUE_URL: redis.url,
        VERIFY_WAIT_MS: '0',
        // Each test makes its claim at the stage it is about.
        WATCH_FROM: 'never',
        ...noLimits,
      },
      chain: { env: { CHAIN_CONTROL: 'true' } },
    });
  });
  afterAll(end);

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
  const hits = () => hitsOf(stack);

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
    rmSync(join(redisFolder, 'appendonlydir'), { recursive: true });
    await before.release();
    await redis.start();
    await expectRemovedOnce(before.report, before.signature);
  });

  it('refuses to start on a Redis that throws jobs away', async () => {
    const other = lastingStack();
    onTestFinished(other.end);
    const forgetful = await other.startRedis({ 'maxmemory-policy': 'allkeys-lru' });
    await expect(other.start({ separate: true, env: { QUEUE_URL: forgetful.url } })).rejects.toThrow(
      /did not start .*maxmemory-policy noeviction/,
    );
  });
});
