import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { handle } from '@naughty-list/service-kit/jobs/handler';
import { openQueues } from '@naughty-list/service-kit/jobs/queues';
import { createLog } from '@naughty-list/service-kit/telemetry/log';
import { createQueuePlace, queueKinds } from '@naughty-list/test-kit/queue-place';
import { it } from 'vitest';
import { openQueueInspector, SECRET, until, wrapJob } from './wrap-job.ts';

const hangs = fileURLToPath(new URL('./worker-that-hangs.ts', import.meta.url));

it.concurrent.for(queueKinds)(
  'reruns a job whose worker was killed, on %s',
  async (kind, { expect, onTestFinished }) => {
    const place = await createQueuePlace(kind);
    const inspector = openQueueInspector(place.url);
    const queues = openQueues({ url: place.url, secret: SECRET, log: createLog('test', 'silent') });
    onTestFinished(async () => {
      await queues.close();
      await inspector.close();
      await place.drop();
    });
    const states = async () => (await inspector.jobs('killed')).map(({ state }) => state);
    const wrap = wrapJob('killed');
    const worker = spawn(process.execPath, [hangs], {
      env: { ...process.env, QUEUE_URL: place.url },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await queues.add(wrap, { toy: 'bear' });
    await once(worker.stdout, 'data');
    worker.kill('SIGKILL');
    await once(worker, 'exit');
    expect(await states()).toEqual(['active']);
    const runs: string[] = [];
    await queues.work([handle(wrap, async ({ toy }) => void runs.push(toy))]);
    await until(async () => (await states()).includes('completed'));
    expect(runs).toEqual(['bear']);
  },
);
