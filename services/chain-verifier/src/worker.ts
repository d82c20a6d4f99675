import { runService } from '@naughty-list/service-kit/service';
import { buildHealthApp } from './app.ts';
import { loadConfig } from './config.ts';
import { createContext } from './context.ts';
import { jobHandlers } from './jobs/index.ts';
import { startSweeps } from './sweeps.ts';

await runService(async () => {
  const config = loadConfig(process.env);
  const context = createContext(config);
  await context.prepare();
  const { log, queues, close } = context;
  const startWorkers = async () => {
    await queues.work(jobHandlers(context));
    startSweeps(context);
  };
  return { log, app: buildHealthApp(context), host: config.HOST, port: config.PORT, startWorkers, close };
});
