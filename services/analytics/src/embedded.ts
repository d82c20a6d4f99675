import { readConfig } from '@naughty-list/service-kit/lifecycle/config';
import { runService } from '@naughty-list/service-kit/lifecycle/service';
import { buildApp } from './app.ts';
import { Config } from './config.ts';
import { createContext, SCHEMA } from './context.ts';
import { startWorkers } from './jobs/index.ts';

/** Web and worker in one process, for the embedded stack. */
await runService(async () => {
  const config = readConfig(Config, process.env);
  const context = await createContext(config);
  return {
    name: SCHEMA,
    config,
    log: context.log,
    metrics: context.metrics,
    app: buildApp(context),
    startWorkers: () => startWorkers(context),
    close: context.close,
  };
});
