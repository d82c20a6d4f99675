import { runService } from '@naughty-list/service-kit/lifecycle/service';
import { buildApp } from './app.ts';
import { startJobs } from './jobs/index.ts';
import { openService } from './service.ts';

// Web and worker in one process, for the embedded stack.
await runService(async () => {
  const { context, ...service } = await openService();
  return { ...service, app: buildApp(context), startWorkers: () => startJobs(context) };
});
