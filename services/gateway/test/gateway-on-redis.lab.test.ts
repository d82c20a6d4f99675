import { getHitCounter } from '@naughty-list/contracts/hit-counter';
import {
  createMemoryRateLimits,
  createRedisRateLimits,
} from '@naughty-list/gateway/clients/rate-limit-store';
import { openRedis, type Redis } from '@naughty-list/service-kit/database/redis';
import { route } from '@naughty-list/service-kit/http/route';
import { systemClock } from '@naughty-list/service-kit/lifecycle/clock';
import { createLog } from '@naughty-list/service-kit/telemetry/log';
import { hasRedis } from '@naughty-list/test-kit/queue-place';
import { startRedis, type TestRedis } from '@naughty-list/test-kit/redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attempt, call, cookiesOf, type Gateway, makeAdmin, PASSWORD, Stage } from './gateway-under-test.ts';

describe.runIf(hasRedis)('several gateways on one Redis', () => {
  let redis: TestRedis;
  let stage: Stage;
  let one: Gateway;
  let other: Gateway;
  let settings: Record<string, string>;

  beforeAll(async () => {
    // With `everysec`, a busy disk delays the file, and a kill loses acknowledged writes.
    redis = await startRedis({ cluster: true, settings: { appendfsync: 'always' } });
    stage = await Stage.build();
    const service = await stage.service([route(getHitCounter, async () => ({ hitCount: 1 }))]);
    settings = {
      QUEUE_URL: redis.url,
      ANALYTICS_URL: service.url,
      RATE_LIMIT_READS_PER_MINUTE: '20',
      RATE_LIMIT_WRITES_PER_MINUTE: '2',
    };
    one = await stage.gateway(settings);
    other = await stage.gateway(settings);
    await makeAdmin(one, 'santa');
  });
  afterAll(async () => {
    await stage.close();
    await redis.drop();
  });

  const status = async ({ url }: Gateway, cookie: string) =>
    (await call(url, '/api/admin/status', { headers: { cookie } })).json.authenticated;
  const read = async ({ url }: Gateway, from: string) =>
    (await call(url, '/api/hit-counter', { from })).status;

  it('count a client together, reads and writes apart', async () => {
    const from = '127.0.0.21';
    for (let n = 0; n < 10; n += 1) expect(await read(one, from)).toBe(200);
    for (let n = 0; n < 10; n += 1) expect(await read(other, from)).toBe(200);
    expect(await read(one, from)).toBe(429);
    expect(await read(other, from)).toBe(429);
    const write = await call(one.url, '/api/scammer-reports', { method: 'POST', from });
    expect(write.status).not.toBe(429);
  });

  it('keep answering visitors while Redis is away, each with its own count; admins stay logged in', async () => {
    const login = await attempt(one.url, 'santa', PASSWORD, {}, '127.0.0.25');
    const cookie = cookiesOf(login.headers);
    await redis.kill();
    const from = '127.0.0.26';
    for (let n = 0; n < 20; n += 1) expect(await read(one, from)).toBe(200);
    expect(await read(one, from)).toBe(429);
    expect(await read(other, from)).toBe(200);
    expect((await call(one.url, '/health/ready')).status).toBe(200);
    expect(await status(one, cookie)).toBe(true);
    await redis.start();
    expect(await status(one, cookie)).toBe(true);
  });

  it('keep answering visitors while Redis hangs', async () => {
    await redis.kill('SIGSTOP');
    const from = '127.0.0.28';
    for (let n = 0; n < 20; n += 1) expect(await read(one, from)).toBe(200);
    expect(await read(one, from)).toBe(429);
    await redis.kill('SIGCONT');
  });
});

describe.runIf(hasRedis)('the counts on Redis', () => {
  let server: TestRedis;
  let redis: Redis;
  beforeAll(async () => {
    server = await startRedis({ cluster: true });
    redis = openRedis({ url: server.url, name: 'test', log: createLog('test', 'silent') });
    await new Promise((ready) => redis.once('ready', ready));
  });
  afterAll(async () => {
    redis.disconnect();
    await server.drop();
  });

  it('count all budgets of a call or none, give back, and begin anew when a window is over', async () => {
    const store = createRedisRateLimits(redis, createMemoryRateLimits(systemClock));
    const client = (name: string, windowMs = 60_000) => ({ key: name, max: 2, windowMs });
    const network = { key: 'network', max: 3, windowMs: 60_000 };
    const first = await store.take([client('a'), network]);
    expect([first.isFull, first.count]).toEqual([false, 1]);
    expect(first.endsInMs).toBeGreaterThan(0);
    expect((await store.take([client('a'), network])).count).toBe(2);
    expect((await store.take([client('a'), network])).isFull).toBe(true);
    await store.giveBack([client('a'), network]);
    expect((await store.take([client('b'), network])).count).toBe(1);
    await store.take([client('b'), network]);
    expect((await store.take([client('c'), network])).isFull).toBe(true);
    expect(await redis.keys('naughty-list:count:*c')).toEqual([]);
    await store.giveBack([client('never counted')]);
    expect(await redis.keys('naughty-list:count:*never counted')).toEqual([]);
    await store.take([client('short', 50)]);
    await expect.poll(async () => (await store.take([client('short', 50)])).count).toBe(1);
  });
});
