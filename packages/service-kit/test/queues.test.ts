import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { defineJob } from '@naughty-list/contracts/job';
import { createLog } from '@naughty-list/service-kit/log';
import { handle, openQueues, type Queues, RetryLater } from '@naughty-list/service-kit/queues';
import { createTestDatabase, type TestDatabase } from '@naughty-list/test-kit/database';
import { UnrecoverableError } from 'bullmq';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';

const job = (queue: string, attempts = 3) =>
  defineJob({
    queue,
    name: 'wrap',
    payload: z.object({ toy: z.string(), requestId: z.string().optional() }),
    id: ({ toy }) => `wrap.${toy}`,
    attempts,
    backoffMs: 40,
    maxBackoffMs: 100,
  });

const log = createLog('test', 'silent');
let database: TestDatabase;
let db: pg.Pool;
let queues: Queues;
const opened: Queues[] = [];

function open(url = database.url): Queues {
  const more = openQueues({ url, log });
  opened.push(more);
  return more;
}

beforeAll(async () => {
  database = await createTestDatabase();
  db = new pg.Pool({ connectionString: database.url });
});
beforeEach(() => {
  queues = open();
});
afterAll(async () => {
  await Promise.all(opened.map((some) => some.close()));
  await db.end();
  await database.drop();
});

async function until(check: () => unknown): Promise<void> {
  while (!(await check())) await sleep(20);
}

const states = async (queue: string): Promise<string[]> => {
  const { rows } = await db.query('select state from bullmq.job where queue = $1', [queue]);
  return rows.map(({ state }) => state);
};

it('hands a job to its handler, once, however often it was added', async () => {
  const wrap = job('once');
  const seen: unknown[] = [];
  await Promise.all([1, 2, 3].map(() => queues.add(wrap, { toy: 'bear', requestId: 'r-1' })));
  await queues.work([handle(wrap, async (payload, { attempt }) => void seen.push({ ...payload, attempt }))]);
  await until(() => seen.length > 0);
  await queues.add(wrap, { toy: 'bear' });
  await queues.add(wrap, { toy: 'doll' });
  await until(() => seen.length > 1);
  expect(seen).toEqual([
    { toy: 'bear', requestId: 'r-1', attempt: 1 },
    { toy: 'doll', attempt: 1 },
  ]);
});

it('tries again no sooner than the handler says', async () => {
  const wrap = job('later');
  const times: number[] = [];
  await queues.work([
    handle(wrap, async () => {
      if (times.push(performance.now()) === 1)
        throw new RetryLater(1_500.25, new Error('no paper until noon'));
    }),
  ]);
  await queues.add(wrap, { toy: 'bear' });
  await until(() => times.length === 2);
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(1_400);
});

it('tries again after a fault, later each time, and gives up after the last attempt', async () => {
  const wrap = job('retry', 4);
  const times: number[] = [];
  const fail = async (_payload: unknown, { attempt }: { attempt: number }) => {
    times[attempt - 1] = performance.now();
    throw new Error('no paper');
  };
  await queues.work([handle(wrap, fail)]);
  await queues.add(wrap, { toy: 'bear' });
  await until(async () => (await states('retry')).includes('failed'));
  expect(times).toHaveLength(4);
  // Jitter takes off a fifth at most; a millisecond is lost by rounding.
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  const least = [40, 80, 100].map((delay) => delay * 0.8 - 1);
  for (const [index, gap] of gaps.entries()) expect(gap).toBeGreaterThanOrEqual(least[index] ?? 0);
});

it('never tries again what cannot change: a malformed payload, an unknown job, a final refusal', async () => {
  const wrap = job('final', 5);
  let runs = 0;
  const refuse = async () => {
    runs += 1;
    throw new UnrecoverableError('no such child');
  };
  const malformed = { ...wrap, payload: z.object({ toy: z.number() }), id: () => 'malformed' };
  await queues.add(malformed, { toy: 1 });
  await queues.add({ ...wrap, name: 'unknown', id: () => 'unknown' }, { toy: 'bear' });
  await queues.add(wrap, { toy: 'bear' });
  await queues.work([handle(wrap, refuse)]);
  await until(async () => (await states('final')).every((state) => state === 'failed'));
  const { rows } = await db.query("select attempts_made from bullmq.job where queue = 'final'");
  expect(rows.map(({ attempts_made }) => attempts_made)).toEqual([1, 1, 1]);
  expect(runs).toBe(1);
});

it('refuses to add what does not fit the contract', async () => {
  const loose: { toy: string } = JSON.parse('{"toy":7}');
  await expect(queues.add(job('strict'), loose)).rejects.toThrow(/string/);
});

it('lets a running job end when it closes, and nobody runs it again', async () => {
  const wrap = job('close');
  let runs = 0;
  const held = Promise.withResolvers<void>();
  const handler = handle(wrap, async () => {
    runs += 1;
    await held.promise;
  });
  await queues.work([handler]);
  await queues.add(wrap, { toy: 'bear' });
  await until(() => runs === 1);
  const closing = queues.close();
  const next = open();
  await next.work([handler]);
  held.resolve();
  await closing;
  expect(await states('close')).toEqual(['completed']);
  await next.add(wrap, { toy: 'doll' });
  await until(async () => (await states('close')).every((state) => state === 'completed'));
  expect(runs).toBe(2);
});

it('runs a job again whose worker was killed', async () => {
  const wrap = job('killed');
  const worker: ChildProcess = spawn(
    process.execPath,
    [fileURLToPath(new URL('./worker-that-hangs.ts', import.meta.url))],
    {
      env: { ...process.env, QUEUE_URL: database.url },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  await queues.add(wrap, { toy: 'bear' });
  if (worker.stdout) await once(worker.stdout, 'data');
  worker.kill('SIGKILL');
  await once(worker, 'exit');
  expect(await states('killed')).toEqual(['active']);
  const runs: string[] = [];
  await queues.work([handle(wrap, async ({ toy }) => void runs.push(toy))]);
  await until(async () => (await states('killed')).includes('completed'));
  expect(runs).toEqual(['bear']);
});

it('goes on after all its connections broke', async () => {
  const wrap = job('broken');
  const runs: string[] = [];
  await queues.work([handle(wrap, async ({ toy }) => void runs.push(toy))]);
  await queues.add(wrap, { toy: 'bear' });
  await until(() => runs.length === 1);
  const cut =
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> $1';
  const client = await db.connect();
  const { rows } = await client.query('select pg_backend_pid() as pid');
  await client.query(cut, [rows[0].pid]);
  client.release();
  const add = () =>
    queues.add(wrap, { toy: 'doll' }).then(
      () => true,
      () => false,
    );
  await until(add);
  await until(() => runs.includes('doll'));
  expect(await queues.answers()).toBe(true);
});

it('adds jobs as soon as the database is there, when it was not at first', async () => {
  const late = `late_${Date.now()}`;
  const url = new URL(database.url);
  url.pathname = `/${late}`;
  const wrap = job('late');
  const early = open(url.href);
  expect(await early.answers()).toBe(true);
  await expect(early.add(wrap, { toy: 'bear' })).rejects.toThrow(/does not exist/);
  await db.query(`create database ${late}`);
  await early.add(wrap, { toy: 'bear' });
  expect(await early.answers()).toBe(true);
  await db.query(`drop database ${late} with (force)`);
  expect(await early.answers()).toBe(false);
  await expect(early.add(wrap, { toy: 'doll' })).rejects.toThrow(/does not exist/);
  await early.close();
});
