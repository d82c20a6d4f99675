import { defineJob } from '@naughty-list/contracts/job';
import { handle } from '@naughty-list/service-kit/jobs/handler';
import { openQueues } from '@naughty-list/service-kit/jobs/queues';
import { createLog } from '@naughty-list/service-kit/telemetry/log';
import { z } from 'zod';
import { SECRET } from './wrap-job.ts';

/** A process that takes a job of queues.test.ts and never finishes it, to be killed. */
const wrap = defineJob({
  queue: 'killed',
  name: 'wrap',
  payload: z.object({ toy: z.string() }),
  id: ({ toy }) => `wrap.${toy}`,
  attempts: 3,
  backoffMs: 1,
  maxBackoffMs: 1,
});

const queues = openQueues({
  url: process.env.QUEUE_URL ?? '',
  secret: SECRET,
  log: createLog('test', 'silent'),
});
await queues.work([
  handle(wrap, async () => {
    console.log('taken');
    await new Promise(() => undefined);
  }),
]);
