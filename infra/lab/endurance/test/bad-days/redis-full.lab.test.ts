import { connect } from 'node:net';
import { type SeparateStack, startStack } from '@naughty-list/embedded/stack';
import { openPage } from '@naughty-list/embedded/test/page-loads';
import { type RedisServer, redisProgram, startRedisServer } from '@naughty-list/embedded/test/redis-server';
import { effectsOf, get, listedIds, ONCE } from '@naughty-list/embedded/test/removal-flow';
import { lastingFolder } from '@naughty-list/embedded/test/temporary-folder';
import { webRoot } from '@naughty-list/embedded/test/web-root';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callEverything, healthOf, prepareUsers, settings } from './users.ts';

const POLLING = { timeout: 240_000, interval: 200 };

describe.runIf(redisProgram)('a Redis whose memory is full', () => {
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
      env: { ...settings, QUEUE_URL: redis.url, WEB_ROOT: webRoot(web.path) },
    });
  });
  afterAll(async () => {
    await stack?.stop();
    await redis?.kill();
    for (const { remove } of [web, folder, redisFolder]) remove();
  });

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
  const hits = async () => ((await get(stack, '/api/hit-counter')) as { hitCount: number }).hitCount;

  it('accepts no job: payments and visits wait, admins stay, health reports it, and all continues with room', async () => {
    const users = await prepareUsers(stack);
    const hitsBefore = await hits();
    const used = Number(/used_memory:(\d+)/.exec(await say('INFO', 'memory'))?.[1]);
    await say('CONFIG', 'SET', 'maxmemory', String(used + 500_000));
    for (let key = 0; !(await say('SET', `filler:${key}`, 'x'.repeat(20_000))).includes('-OOM'); key += 1);
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
    await expect.poll(hits, POLLING).toBe(hitsBefore + 5);
    await expect.poll(async () => (await callEverything(stack, users)).look, POLLING).toBe(200);
    await expect.poll(() => healthOf(stack), POLLING).toMatchObject({ queue: 'ok' });
  });
});
