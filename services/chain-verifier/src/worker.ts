import { runService } from '@naughty-list/service-kit/service';
import { loadConfig } from './config.ts';
import { createContext } from './context.ts';
import { jobHandlers } from './jobs/index.ts';

await runService(async () => {
  const config = loadConfig(process.env);
  const context = createContext(config);
  await context.prepare();
  const { log, queues, close } = context;
  const startWorkers = () => queues.work(jobHandlers(context));
  return { log, host: config.HOST, port: config.PORT, startWorkers, close };
});
