import { runService } from '@naughty-list/service-kit/lifecycle/service';
import { buildHealthApp } from './app.ts';
import { loadConfig } from './config.ts';
import { createContext, NAME } from './context.ts';
import { jobHandlers } from './jobs/index.ts';
import { startPoller } from './polling/start.ts';
import { startSweeps } from './sweeps.ts';

await runService(async () => {
  const config = loadConfig(process.env);
  const context = createContext(config);
  await context.prepare();
  const { log, metrics, queues, close } = context;
  const startWorkers = async () => {
    await queues.work(jobHandlers(context));
    startPoller(context);
    startSweeps(context);
  };
  return { name: NAME, config, log, metrics, app: buildHealthApp(context), startWorkers, close };
});
