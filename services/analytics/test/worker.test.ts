import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { recordVisitsJob } from '@naughty-list/contracts/visits';
import { openDatabase } from '@naughty-list/service-kit/database/database';
import { openQueues } from '@naughty-list/service-kit/jobs/queues';
import { createLog } from '@naughty-list/service-kit/telemetry/log';
import { createTestDatabase } from '@naughty-list/test-kit/database';
import { createQueuePlace, queueKinds } from '@naughty-list/test-kit/queue-place';
import { expect, it } from 'vitest';

const SECRET = 'the-secret-of-the-tests-0123456789';

it.each(queueKinds)(
  'runs jobs from %s in a process of its own, answers health, and stops on SIGTERM',
  async (kind) => {
    const [database, place] = await Promise.all([createTestDatabase(), createQueuePlace(kind)]);
    const worker = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts'), 'worker'], {
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        DATABASE_URL: database.url,
        QUEUE_URL: place.url,
        INTERNAL_SECRET: SECRET,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    while (!output.includes('"listening"')) output += (await once(worker.stdout, 'data'))[0];
    const url = `http://127.0.0.1:${/"port":(\d+)/.exec(output)?.[1]}`;
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    expect((await fetch(`${url}/api/hit-counter`)).status).toBe(404);

    const queues = openQueues({ url: place.url, secret: SECRET, log: createLog('test', 'silent') });
    const visit = {
      at: new Date().toISOString(),
      pageUrl: '/',
      referrer: null,
      userAgent: null,
      ipAddress: null,
    };
    const visits = [{ ...visit, id: crypto.randomUUID() }];
    await queues.add(recordVisitsJob, { batchId: crypto.randomUUID(), visits });
    const db = openDatabase({ url: database.url, schema: 'analytics' });
    while ((await db('daily_visits').where({ kind: 'visitor' }).first())?.visits !== '1') await sleep(20);
    expect(await db('site_visits').pluck('page_url')).toEqual(['/']);

    worker.stdout.resume();
    worker.kill('SIGTERM');
    const [code] = await once(worker, 'exit');
    expect(code).toBe(0);
    await Promise.all([queues.close(), db.destroy()]);
    await Promise.all([database.drop(), place.drop()]);
  },
);
