import { runService } from '@naughty-list/service-kit/service';
import { buildApp } from './app.ts';
import { startJobs } from './jobs/index.ts';
import { openService } from './service.ts';

// Web and jobs in one process, for a machine that runs everything.
await runService(async () => {
  const { context, ...service } = await openService();
  return { ...service, app: buildApp(context), startWorkers: () => startJobs(context) };
});
