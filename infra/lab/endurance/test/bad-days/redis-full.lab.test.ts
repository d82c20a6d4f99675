import { connect } from 'node:net';
import type { SeparateStack } from '@naughty-list/embedded/stack';
import { lastingStack } from '@naughty-list/embedded/test/lasting-stack';
import { hitsOf, openPage } from '@naughty-list/embedded/test/page-loads';
import { type RedisServer, redisProgram } from '@naughty-list/embedded/test/redis-server';
import { effectsOf, listedIds, ONCE } from '@naughty-list/embedded/test/removal-flow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callEverything, healthOf, POLLING, prepareUsers, settings } from './users.ts';

describe.runIf(redisProgram)('a Redis whose memory is full', () => {
  let stack: SeparateStack;
  let redis: RedisServer;
  const { start, startRedis, end } = lastingStack();

  beforeAll(async () => {
    redis = await startRedis();
    stack = await start({ separate: true, env: { ...settings, QUEUE_URL: redis.url } });
  });
  afterAll(end);

  /** Sends a command; returns Redis's output once it pauses. */
  function say(...words: string[]): Promise<string> {
    const { port } = new URL(redis.url);
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1');
      let heard = '';
      socket.setEncoding('utf8').on('data', (text: string) => {
        heard += text;
      });
      socket.once('error', reject).once('close', () => resolve(heard));
      const command = (all: string[]) =>
        `*${all.length}\r\n${all.map((word) => `$${word.length}\r\n${word}\r\n`).join('')}`;
      socket.end(command(words) + command(['QUIT']));
    });
  }

  it('accepts no job: payments and visits wait, admins stay, health reports it, and all continues with room', async () => {
    const users = await prepareUsers(stack);
    const hitsBefore = await hitsOf(stack);
    // Less than it holds, so that nothing fits, however much is freed meanwhile.
    await say('CONFIG', 'SET', 'maxmemory', '1');
    await expect.poll(async () => (await callEverything(stack, users)).look, POLLING).toBe(503);
    expect(await callEverything(stack, users)).toMatchObject({
      ...{
        page: 200,
        list: 200,
        search: 200,
        counter: 200,
        token: 200,
        report: 201,
        niceReport: 201,
        claim: 202,
      },
      ...{ reference: 200, session: 200, moderation: 200, edit: 200, look: 503, login: 200 },
    });
    await expect.poll(() => healthOf(stack), POLLING).toMatchObject({ database: 'ok', queue: 'degraded' });
    for (let page = 0; page < 5; page += 1) await openPage(stack.url);
    expect(await listedIds(stack)).toContain(users.report.id);

    await say('CONFIG', 'SET', 'maxmemory', '0');
    await expect.poll(() => effectsOf(stack, users.signature).catch(String), POLLING).toEqual(ONCE);
    await expect.poll(() => hitsOf(stack), POLLING).toBe(hitsBefore + 5);
    await expect.poll(async () => (await callEverything(stack, users)).look, POLLING).toBe(200);
    await expect.poll(() => healthOf(stack), POLLING).toMatchObject({ queue: 'ok' });
  });
});
