import { handle, RetryLater } from '@naughty-list/service-kit/jobs/handler';
import { countJobs, findOldestJobs } from '@naughty-list/service-kit/jobs/oldest-jobs';
import { openQueues } from '@naughty-list/service-kit/jobs/queues';
import { createLog } from '@naughty-list/service-kit/telemetry/log';
import { openMetrics } from '@naughty-list/service-kit/telemetry/metrics';
import { createQueuePlace, type QueuePlace, queueKinds } from '@naughty-list/test-kit/queue-place';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openQueueInspector, type QueueInspector, SECRET, until, wrapJob } from './wrap-job.ts';

const HOUR_MS = 3_600_000;

describe.each(queueKinds)('on %s', (kind) => {
  let place: QueuePlace;
  let inspector: QueueInspector;

  beforeAll(async () => {
    place = await createQueuePlace(kind);
    inspector = openQueueInspector(place.url);
  });
  afterAll(async () => {
    await inspector.close();
    await place.drop();
  });

  async function ages(name: string) {
    const queue = await inspector.queue(name);
    const { waitingMs, unfinishedMs } = await findOldestJobs(queue, await countJobs(queue));
    return { waiting: Math.floor(waitingMs / HOUR_MS), unfinished: Math.floor(unfinishedMs / HOUR_MS) };
  }
  const addedHoursAgo = (hours: number) => ({ timestamp: Date.now() - hours * HOUR_MS });

  it('an old job that keeps failing is reported, and does not count as untouched', async () => {
    const metrics = openMetrics();
    const worker = openQueues({ url: place.url, secret: SECRET, log: createLog('test', 'silent'), metrics });
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
    await worker.work([handle(wrapJob('failing'), fail)]);
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
});
