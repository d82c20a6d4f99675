import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { BROWSER, call, Stage } from './gateway-under-test.ts';

type Gateway = ChildProcessByStdio<null, Readable, Readable>;

const stage = closeAfterAll(await Stage.build());
const env = { PATH: process.env.PATH ?? '', ...stage.environment };

function start(settings: Record<string, string>): Gateway {
  const main = join(import.meta.dirname, '../src/main.ts');
  const started = spawn(process.execPath, [main], { env: settings, stdio: ['ignore', 'pipe', 'pipe'] });
  stage.onStop(async () => {
    if (started.exitCode === null && started.signalCode === null) started.kill('SIGKILL');
  });
  return started;
}

async function holdPort(): Promise<[Server, number]> {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  return [holder, (holder.address() as AddressInfo).port];
}

async function urlOf(gateway: Gateway): Promise<string> {
  let output = '';
  while (!output.includes('"listening"')) output += (await once(gateway.stdout, 'data'))[0];
  return `http://127.0.0.1:${/"port":(\d+)/.exec(output)?.[1]}`;
}

async function end(gateway: Gateway): Promise<{ code: number | null; errors: string }> {
  let errors = '';
  gateway.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  gateway.stdout.resume();
  const [code] = await once(gateway, 'close');
  return { code, errors };
}

it('names every wrong setting in one line and stops', async () => {
  const { code, errors } = await end(start({ ...env, PORT: '', REPORTS_URL: 'ftp://x', X_WIDGETS: 'maybe' }));
  expect(code).toBe(1);
  expect(errors.trim().split('\n')).toEqual([
    'Configuration: PORT is missing; X_WIDGETS must be on or off; ' +
      'REPORTS_URL must be http://host:port or https://host, without a path',
  ]);
});

it('says in one line that its port is taken', async () => {
  const [holder, port] = await holdPort();
  const { code, errors } = await end(start({ ...env, PORT: String(port) }));
  holder.close();
  expect(code).toBe(1);
  expect(errors.trim()).toBe(`Port ${port} on 127.0.0.1 is taken`);
});

it('answers probes while one address on the same machine holds all its connections', async () => {
  const [holder, port] = await holdPort();
  holder.close();
  const gateway = start({ ...env, METRICS_PORT: String(port), CONNECTIONS_PER_CLIENT: '5' });
  const url = await urlOf(gateway);
  const held = await Promise.all(Array.from({ length: 5 }, () => stage.connect(url, 'G')));
  expect((await call(url, '/health/live')).status).toBe(429);
  const probes = `http://127.0.0.1:${port}`;
  for (const path of ['/health/live', '/health/ready'])
    expect([path, (await call(probes, path)).status]).toEqual([path, 200]);
  for (const socket of held) socket.destroy();
  gateway.kill('SIGTERM');
  await end(gateway);
});

it('logs once, in plain words, that a proxy forwards to it which it is not told to trust', async () => {
  const gateway = start(env);
  const url = await urlOf(gateway);
  let log = '';
  gateway.stdout.on('data', (text) => {
    log += text;
  });
  for (let n = 0; n < 3; n += 1) await call(url, '/', { headers: { 'x-forwarded-for': '203.0.113.7' } });
  await vi.waitFor(() => expect(log).toContain('Set TRUST_PROXY=1 at the gateway'), { timeout: 60_000 });
  gateway.kill('SIGTERM');
  await end(gateway);
  expect(log.split('TRUST_PROXY=1')).toHaveLength(2);
});

it('stops on SIGTERM without losing a visit', async () => {
  const gateway = start(env);
  const url = await urlOf(gateway);
  for (const path of ['/', '/?b', '/?a'])
    expect((await call(url, path, { headers: BROWSER })).status).toBe(200);
  gateway.kill('SIGTERM');
  expect(await end(gateway)).toEqual({ code: 0, errors: '' });
  // Query strings are not stored.
  expect((await stage.takeVisits()).map(({ pageUrl }) => pageUrl)).toEqual(['/', '/', '/']);
});

describe('visits', async () => {
  // Jobs of a killed process are picked up again after seconds.
  const patience = { timeout: 5 * 60_000 };

  const stage = closeAfterAll(await Stage.build());
  const db = closeAfterAll(new pg.Pool({ connectionString: stage.database.url }));

  const startAnalytics = (settings?: Record<string, string>) => stage.program('analytics', settings);
  const startGateway = (settings: Record<string, string> = {}) =>
    stage.program('gateway', {
      // Counts every page load as a visitor.
      VISITOR_COUNTED_AGAIN_AFTER_MINUTES: '0',
      RATE_LIMIT_READS_PER_MINUTE: '2000000',
      CONNECTIONS_PER_CLIENT: '1000000',
      ...settings,
    });

  async function loadPages(url: string, pages: number): Promise<void> {
    const answers = await Promise.all(
      Array.from({ length: pages }, () => call(url, '/', { headers: BROWSER })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(pages);
  }

  async function counted(): Promise<number> {
    const { rows } = await db.query(
      `select coalesce(sum(visits), 0)::int as hit_count, (select count(*)::int from analytics.site_visits)
     from analytics.daily_visits where kind = 'visitor'`,
    );
    expect(rows[0].count).toBe(rows[0].hit_count);
    return rows[0].hit_count;
  }

  async function untilCounted(visits: number): Promise<void> {
    while ((await counted()) < visits) await sleep(50);
  }

  /** Waits until no job is left that could still be counted. */
  async function untilDone(queueUrl = stage.database.url): Promise<void> {
    const queue = new pg.Client({ connectionString: queueUrl });
    await queue.connect();
    const open = "select 1 from bullmq.job where queue = 'analytics' and state <> 'completed'";
    while ((await queue.query(open)).rowCount) await sleep(20);
    await queue.end();
  }

  it('serves pages while analytics is down, and counts every visit when it is back', patience, async () => {
    const gateway = await startGateway();
    await loadPages(gateway.url, 230);
    const analytics = await startAnalytics();
    await untilCounted(230);
    await analytics.kill();
    await loadPages(gateway.url, 120);
    expect((await call(gateway.url, '/api/hit-counter')).status).toBe(503);
    await gateway.kill('SIGTERM');
    await startAnalytics();
    await untilCounted(350);
    await untilDone();
    expect(await counted()).toBe(350);
  });

  it('serves pages while the queue is down, and counts what waited when it is back', patience, async () => {
    const before = await counted();
    const name = `queue_${Date.now()}`;
    const url = new URL(stage.database.url);
    url.pathname = `/${name}`;
    const gateway = await startGateway({ QUEUE_URL: url.href });
    await loadPages(gateway.url, 180);
    await db.query(`create database ${name}`);
    const analytics = await startAnalytics({ QUEUE_URL: url.href });
    await untilCounted(before + 180);
    await gateway.kill('SIGTERM');
    await untilDone(url.href);
    expect(await counted()).toBe(before + 180);
    await analytics.kill('SIGTERM');
    await db.query(`drop database ${name} with (force)`);
  });
});
