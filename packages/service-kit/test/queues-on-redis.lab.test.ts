import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { handle } from '@naughty-list/service-kit/jobs/handler';
import { openQueues, type Queues } from '@naughty-list/service-kit/jobs/queues';
import { createLog } from '@naughty-list/service-kit/telemetry/log';
import { hasRedis } from '@naughty-list/test-kit/queue-place';
import { startRedis, type TestRedis } from '@naughty-list/test-kit/redis';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { wrapJob as job, openQueueInspector, SECRET, until } from './wrap-job.ts';

const log = createLog('test', 'silent');

describe.runIf(hasRedis)('queues on Redis', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    // With `everysec`, a busy disk delays the file, and a kill loses acknowledged writes.
    redis = await startRedis({ settings: { appendfsync: 'always' } });
  });
  afterAll(() => redis.drop());

  function open(url = redis.url): Queues {
    const queues = openQueues({ url, secret: SECRET, log });
    onTestFinished(() => queues.close());
    return queues;
  }

  it('loses no job and runs none twice when Redis is killed and restarted', async () => {
    const wrap = job('killed-redis');
    const queues = open();
    const toys = Array.from({ length: 200 }, (_, at) => `toy-${at}`);
    for (const toy of toys) await queues.add(wrap, { toy });
    await redis.kill('SIGKILL');
    await redis.start();
    const runs: string[] = [];
    await queues.work([handle(wrap, async ({ toy }) => void runs.push(toy))]);
    await until(() => runs.length === toys.length);
    expect(runs.toSorted()).toEqual(toys.toSorted());
  });

  it('fails at once to add a job while Redis is unavailable, and adds it afterwards', async () => {
    const wrap = job('away');
    const queues = open();
    await queues.add(wrap, { toy: 'bear' });
    expect(await queues.answers()).toBe(true);
    await redis.kill();
    const many = Array.from({ length: 50 }, (_, at) => queues.add(wrap, { toy: `lost-${at}` }));
    const results = await Promise.allSettled(many);
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
    expect(await queues.answers()).toBe(false);
    await redis.start();
    await until(() => queues.answers());
    await queues.add(wrap, { toy: 'doll' });
    const inspector = openQueueInspector(redis.url);
    onTestFinished(() => inspector.close());
    // No failed addition was buffered and sent later.
    expect((await inspector.jobs('away')).map(({ id }) => id).toSorted()).toEqual(['wrap.bear', 'wrap.doll']);
  });

  it('reports Redis as unavailable before any queue was opened', async () => {
    const queues = open();
    expect(await queues.answers()).toBe(true);
    await redis.kill();
    expect(await queues.answers()).toBe(false);
    await redis.start();
    await until(() => queues.answers());
  });

  it('fails to add within bounded time when Redis accepts the connection without responding', async () => {
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => void sockets.add(socket));
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const queues = open(`redis://127.0.0.1:${port}`);
    await expect(queues.add(job('silent'), { toy: 'bear' })).rejects.toThrow('Redis is unavailable');
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  it('continues after Redis was restarted under a worker', async () => {
    const wrap = job('restarted');
    const queues = open();
    const runs: string[] = [];
    await queues.work([handle(wrap, async ({ toy }) => void runs.push(toy))]);
    await queues.add(wrap, { toy: 'bear' });
    await until(() => runs.length === 1);
    await redis.kill();
    await redis.start();
    await until(() =>
      queues.add(wrap, { toy: 'doll' }).then(
        () => true,
        () => false,
      ),
    );
    await until(() => runs.includes('doll'));
    expect(runs).toEqual(['bear', 'doll']);
  });

  it('closes while Redis is unavailable', async () => {
    const wrap = job('closing');
    const queues = openQueues({ url: redis.url, secret: SECRET, log });
    await queues.work([handle(wrap, async () => {})]);
    await queues.add(wrap, { toy: 'bear' });
    await redis.kill();
    await queues.close();
    await redis.start();
  });

  it('starts to work once a Redis that was missing at start is available', async () => {
    await redis.kill();
    const wrap = job('late');
    const queues = open();
    await queues.check();
    const runs: string[] = [];
    const working = queues.work([handle(wrap, async ({ toy }) => void runs.push(toy))]);
    await redis.start();
    await working;
    await until(() => queues.answers());
    await queues.add(wrap, { toy: 'bear' });
    await until(() => runs.length === 1);
  });

  it('accepts a Redis that evicts nothing', async () => {
    await expect(open().check()).resolves.toBeUndefined();
  });

  it('refuses one that evicts keys when it is full', async () => {
    const forgetful = await startRedis({ settings: { 'maxmemory-policy': 'allkeys-lru' } });
    onTestFinished(() => forgetful.drop());
    await expect(open(forgetful.url).check()).rejects.toThrow(
      /^Configuration: .*maxmemory-policy noeviction/,
    );
  });
});
