import { defineJob } from '@naughty-list/contracts/job';
import { handle, RetryLater } from '@naughty-list/service-kit/jobs/handler';
import { openQueues, type Queues } from '@naughty-list/service-kit/jobs/queues';
import { createLog } from '@naughty-list/service-kit/telemetry/log';
import { createQueuePlace, type QueuePlace, queueKinds } from '@naughty-list/test-kit/queue-place';
import { UnrecoverableError } from 'bullmq';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { wrapJob as job, openQueueInspector, type QueueInspector, SECRET, until } from './wrap-job.ts';

describe.each(queueKinds)('on %s', (kind) => {
  const log = createLog('test', 'silent');
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
});
