import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { handle } from '@naughty-list/service-kit/jobs/handler';
import { openQueues, type Queues } from '@naughty-list/service-kit/jobs/queues';
import { createLog } from '@naughty-list/service-kit/telemetry/log';
import { createQueuePlace, queueKinds } from '@naughty-list/test-kit/queue-place';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openQueueInspector, SECRET, until, wrapJob } from './wrap-job.ts';

const hangs = fileURLToPath(new URL('./worker-that-hangs.ts', import.meta.url));

const payLike = (queue: string): Wrap => ({ ...wrapJob(queue), mustBeSigned: true });
type Wrap = ReturnType<typeof wrapJob>;

describe.each(queueKinds)('on %s', (kind) => {
  async function begin(queue: string) {
    const place = await createQueuePlace(kind);
    const inspector = openQueueInspector(place.url);
    const opened: Queues[] = [];
    const open = (secret: string) => {
      const more = openQueues({ url: place.url, secret, log: createLog('test', 'silent') });
      opened.push(more);
      return more;
    };
    onTestFinished(async () => {
      for (const some of opened) await some.close();
      await inspector.close();
      await place.drop();
    });
    const wrap = payLike(queue);
    const seen: string[] = [];
    const work = (job: Wrap = wrap) =>
      open(SECRET).work([handle(job, async ({ toy }) => void seen.push(toy))]);
    const refused = async () =>
      (await inspector.jobs(queue)).filter(({ state }) => state === 'failed').map(({ reason }) => reason);
    return { place, wrap, seen, work, inspector, open, refused };
  }

  it('reruns a job whose worker was killed', async () => {
    const { place, seen, work, inspector, open } = await begin('killed');
    const states = async () => (await inspector.jobs('killed')).map(({ state }) => state);
    const worker = spawn(process.execPath, [hangs], {
      env: { ...process.env, QUEUE_URL: place.url },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await open(SECRET).add(wrapJob('killed'), { toy: 'bear' });
    await once(worker.stdout, 'data');
    worker.kill('SIGKILL');
    await once(worker, 'exit');
    expect(await states()).toEqual(['active']);
    await work(wrapJob('killed'));
    await until(async () => (await states()).includes('completed'));
    expect(seen).toEqual(['bear']);
  });

  const REASON = 'Not signed with INTERNAL_SECRET';

  it('a job that must be signed runs if a service added it, whatever the order of its fields', async () => {
    const { wrap, seen, work, open } = await begin('signed');
    await open(SECRET).add(wrap, { requestId: 'r-1', toy: 'bear' });
    await work();
    await until(() => seen.length > 0);
    expect(seen).toEqual(['bear']);
  });

  it('a job that must be signed fails at once, without retry, if written by another program', async () => {
    const { wrap, seen, work, inspector, open, refused } = await begin('forged');
    const queue = await inspector.queue(wrap.queue);
    await queue.add(wrap.name, { toy: 'bare' }, { jobId: 'bare', attempts: 9 });
    await queue.add(wrap.name, { toy: 'odd', mac: 7 }, { jobId: 'odd', attempts: 9 });
    await queue.add(wrap.name, { toy: 'short', mac: 'AAAA' }, { jobId: 'short', attempts: 9 });
    await open('x'.repeat(32)).add(wrap, { toy: 'stranger' });
    await work();
    await until(async () => (await refused()).length === 4);
    expect(await refused()).toEqual([REASON, REASON, REASON, REASON]);
    expect((await inspector.jobs(wrap.queue)).map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1]);
    expect(seen).toEqual([]);
  });

  it('a job that must be signed fails if its data were changed, or belong to a job of another name', async () => {
    const { wrap, seen, work, inspector, open, refused } = await begin('changed');
    await open(SECRET).add(wrap, { toy: 'bear' });
    const queue = await inspector.queue(wrap.queue);
    const [made] = await queue.getJobs();
    const signed = made?.data;
    await made?.updateData({ ...signed, toy: 'gold' });
    await open(SECRET).add({ ...wrap, name: 'unwrap', id: () => 'other' }, { toy: 'doll' });
    const other = (await queue.getJobs()).find(({ name }) => name === 'unwrap');
    await queue.add(wrap.name, other?.data, { jobId: 'renamed' });
    await other?.remove();
    // The unchanged job may be repeated.
    await queue.add(wrap.name, signed, { jobId: 'again' });
    await work();
    await until(async () => seen.length > 0 && (await refused()).length === 2);
    expect(seen).toEqual(['bear']);
  });

  it('a job that must be signed cannot be added without the secret', async () => {
    const { wrap, inspector, open } = await begin('secretless');
    await expect(open('').add(wrap, { toy: 'bear' })).rejects.toThrow(
      'INTERNAL_SECRET is required to add wrap',
    );
    expect(await inspector.jobs(wrap.queue)).toEqual([]);
  });

  it('no signature is required of jobs without payments', async () => {
    const { wrap, seen, work, inspector, open } = await begin('free');
    const queue = await inspector.queue(wrap.queue);
    await queue.add(wrap.name, { toy: 'bear' }, { jobId: 'bare' });
    await open('').add(wrapJob('free'), { toy: 'doll' });
    await work(wrapJob('free'));
    await until(() => seen.length > 1);
    expect(seen.toSorted()).toEqual(['bear', 'doll']);
  });
});
