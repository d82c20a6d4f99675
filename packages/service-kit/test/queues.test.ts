import { defineJob } from '@naughty-list/contracts/job';
import { handle, RetryLater } from '@naughty-list/service-kit/jobs/handler';
import { countJobs, findOldestJobs } from '@naughty-list/service-kit/jobs/oldest-jobs';
import { openQueues, type Queues } from '@naughty-list/service-kit/jobs/queues';
import { createLog } from '@naughty-list/service-kit/telemetry/log';
import { openMetrics } from '@naughty-list/service-kit/telemetry/metrics';
import { closeAfterAll } from '@naughty-list/test-kit/close-after-all';
import { createTestDatabase } from '@naughty-list/test-kit/database';
import { createQueuePlace, type QueuePlace, queueKinds } from '@naughty-list/test-kit/queue-place';
import { UnrecoverableError } from 'bullmq';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { wrapJob as job, openQueueInspector, type QueueInspector, SECRET, until } from './wrap-job.ts';

const HOUR_MS = 3_600_000;
const log = createLog('test', 'silent');

describe.each(queueKinds)('on %s', (kind) => {
  let place: QueuePlace;
  let queues: Queues;
  let inspector: QueueInspector;
  const opened: Queues[] = [];

  function open(): Queues {
    const more = openQueues({ url: place.url, secret: SECRET, log });
    opened.push(more);
    return more;
  }

  beforeAll(async () => {
    place = await createQueuePlace(kind);
    inspector = openQueueInspector(place.url);
  });
  beforeEach(() => {
    queues = open();
  });
  afterAll(async () => {
    await Promise.all(opened.map((some) => some.close()));
    await inspector.close();
    await place.drop();
  });

  const states = async (queue: string) => (await inspector.jobs(queue)).map(({ state }) => state);

  it('passes a job to its handler once, however often it was added', async () => {
    const wrap = job('once');
    const seen: unknown[] = [];
    await Promise.all([1, 2, 3].map(() => queues.add(wrap, { toy: 'bear', requestId: 'r-1' })));
    await queues.work([
      handle(wrap, async (payload, { attempt }) => void seen.push({ ...payload, attempt })),
    ]);
    await until(() => seen.length > 0);
    await queues.add(wrap, { toy: 'bear' });
    await queues.add(wrap, { toy: 'doll' });
    await until(() => seen.length > 1);
    expect(seen).toEqual([
      { toy: 'bear', requestId: 'r-1', attempt: 1 },
      { toy: 'doll', attempt: 1 },
    ]);
  });

  it('retries no sooner than the handler requests', async () => {
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

  it('retries after a fault with increasing delays, until the last attempt', async () => {
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
    // Jitter shortens a delay by a fifth at most; rounding by a millisecond.
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    const least = [40, 80, 100].map((delay) => delay * 0.8 - 1);
    for (const [index, gap] of gaps.entries()) expect(gap).toBeGreaterThanOrEqual(least[index] ?? 0);
  });

  it('never retries a malformed payload, an unknown job or a final refusal', async () => {
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
    await until(async () => String(await states('final')) === 'failed,failed,failed');
    expect((await inspector.jobs('final')).map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
    expect(runs).toBe(1);
  });

  it('adds a job beside one of the same deduplication id that is delayed by a clock set back', async () => {
    const wrap = defineJob({ ...job('set-back', 2), deduplicationId: () => 'one at a time' });
    const seen: string[] = [];
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    await queues.add(wrap, { toy: 'bear' });
    // Only now: a fetch that had begun by the right clock could take the job with the right time.
    await queues.work([
      handle(wrap, async ({ toy }) => {
        seen.push(toy);
        if (toy === 'bear') throw new RetryLater(60_000, new Error('no paper'));
      }),
    ]);
    await until(async () => String(await states('set-back')) === 'delayed');
    await queues.add(wrap, { toy: 'kept out' });
    vi.useRealTimers();
    await queues.add(wrap, { toy: 'doll' });
    await until(() => seen.includes('doll'));
    expect(seen).toEqual(['bear', 'doll']);
    expect((await inspector.jobs('set-back')).map(({ id }) => id).toSorted()).toEqual([
      'wrap.bear',
      'wrap.doll',
    ]);
  });

  it('refuses to add a payload that violates the contract', async () => {
    const loose: { toy: string } = JSON.parse('{"toy":7}');
    await expect(queues.add(job('strict'), loose)).rejects.toThrow(/string/);
  });

  it('finishes a running job when it closes, which is not run again', async () => {
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
    await until(async () => String(await states('close')) === 'completed,completed');
    expect(runs).toBe(2);
  });

  async function ages(name: string) {
    const queue = await inspector.queue(name);
    const { waitingMs, unfinishedMs } = await findOldestJobs(queue, await countJobs(queue));
    return { waiting: Math.floor(waitingMs / HOUR_MS), unfinished: Math.floor(unfinishedMs / HOUR_MS) };
  }
  const addedHoursAgo = (hours: number) => ({ timestamp: Date.now() - hours * HOUR_MS });

  it('an old job that keeps failing is reported, and does not count as untouched', async () => {
    const metrics = openMetrics();
    const worker = openQueues({ url: place.url, secret: SECRET, log, metrics });
    onTestFinished(() => worker.close());
    const queue = await inspector.queue('failing');
    await queue.add(
      'wrap',
      { toy: 'bear' },
      { ...addedHoursAgo(2), attempts: 9, backoff: { type: 'custom' } },
    );
    expect(await ages('failing')).toEqual({ waiting: 2, unfinished: 2 });
    const fail = async () => {
      throw new RetryLater(HOUR_MS, new Error('no paper'));
    };
    await worker.work([handle(job('failing'), fail)]);
    await until(async () => (await queue.getDelayedCount()) === 1);
    expect(await ages('failing')).toEqual({ waiting: 0, unfinished: 2 });
    const { text } = await metrics.read();
    expect(text).toContain('queue_oldest_waiting_seconds{queue="failing"} 0');
    const unfinished = /queue_oldest_unfinished_seconds\{queue="failing"\} (\d+)/.exec(text)?.[1];
    expect(Number(unfinished)).toBeGreaterThanOrEqual(2 * 3_600);
    await worker.close();
    // Now due, it has waited for only a moment.
    for (const job of await queue.getDelayed()) await job.promote();
    expect(await queue.getWaitingCount()).toBe(1);
    expect(await ages('failing')).toEqual({ waiting: 0, unfinished: 2 });
  });

  it('jobs in a paused queue wait, those with a priority too', async () => {
    const queue = await inspector.queue('paused');
    await queue.pause();
    await queue.add('wrap', {}, addedHoursAgo(1));
    await queue.add('wrap', {}, { ...addedHoursAgo(3), priority: 2 });
    expect(await countJobs(queue)).toMatchObject({ waiting: 2 });
    expect(await ages('paused')).toEqual({ waiting: 3, unfinished: 3 });
  });

  it('checks both ends of the jobs to be retried', async () => {
    const queue = await inspector.queue('many');
    const at = (hours: number, hoursUntilTry: number) => ({
      ...addedHoursAgo(hours),
      delay: (hours + hoursUntilTry) * HOUR_MS,
    });
    expect(await ages('many')).toEqual({ waiting: 0, unfinished: 0 });
    for (let each = 0; each < 25; each += 1) await queue.add('wrap', { toy: 'bear' }, at(1, 5));
    await queue.add('wrap', { toy: 'doll' }, at(3, 9));
    expect(await ages('many')).toEqual({ waiting: 0, unfinished: 3 });
    await queue.add('wrap', { toy: 'kite' }, at(4, 1));
    expect(await ages('many')).toEqual({ waiting: 0, unfinished: 4 });
  });

  it('counts a planned run of a repeated job, and its age, only once it is due', async () => {
    const wrap = job('daily', 2);
    const queue = await inspector.queue('daily');
    onTestFinished(() => void vi.useRealTimers());
    const worker = open();
    const start = Date.now();
    await queues.repeat(wrap, { toy: 'bear' }, 24 * HOUR_MS);
    await worker.work([handle(wrap, async () => {})]);
    await until(async () => String((await states('daily')).toSorted()) === 'completed,delayed');
    await worker.close();
    vi.useFakeTimers({ toFake: ['Date'] });
    for (const [hours, delayed, unfinished] of [
      [5, 0, 0],
      [27, 1, 2],
    ] as const) {
      vi.setSystemTime(start + hours * HOUR_MS);
      expect(await countJobs(queue)).toMatchObject({ waiting: 0, delayed });
      expect(await ages('daily')).toEqual({ waiting: 0, unfinished });
    }
  });
});

const database = closeAfterAll(await createTestDatabase());
const db = closeAfterAll(new pg.Pool({ connectionString: database.url }));
const inPostgres = (url = database.url) => openQueues({ url, secret: SECRET, log });

it('continues after all its connections were lost', async () => {
  const queues = inPostgres();
  onTestFinished(() => queues.close());
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

it('adds jobs once a database that was missing at start is available', async () => {
  const late = `late_${Date.now()}`;
  const url = new URL(database.url);
  url.pathname = `/${late}`;
  const wrap = job('late');
  const early = inPostgres(url.href);
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
