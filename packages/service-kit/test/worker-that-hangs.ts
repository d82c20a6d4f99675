import { handle } from '@naughty-list/service-kit/jobs/handler';
import { openQueues } from '@naughty-list/service-kit/jobs/queues';
import { createLog } from '@naughty-list/service-kit/telemetry/log';
import { SECRET, wrapJob } from './wrap-job.ts';

/** A process that takes a job of jobs.long.test.ts and never finishes it, to be killed. */
const queues = openQueues({
  url: process.env.QUEUE_URL ?? '',
  secret: SECRET,
  log: createLog('test', 'silent'),
});
await queues.work([
  handle(wrapJob('killed'), async () => {
    console.log('taken');
    await new Promise(() => undefined);
  }),
]);
