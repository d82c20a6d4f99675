import { runService } from '@naughty-list/service-kit/lifecycle/service';
import { buildHealthApp } from './app.ts';
import { startJobs } from './jobs/index.ts';
import { openService } from './service.ts';

await runService(async () => {
  const { context, ...service } = await openService();
  return { ...service, app: buildHealthApp(context), startWorkers: () => startJobs(context) };
});
