import { readConfig } from '@naughty-list/service-kit/config';
import { runService } from '@naughty-list/service-kit/service';
import { buildHealthApp } from './app.ts';
import { Config } from './config.ts';
import { createContext } from './context.ts';
import { startWorkers } from './jobs/index.ts';

await runService(async () => {
  const config = readConfig(Config, process.env);
  const context = await createContext(config);
  return {
    log: context.log,
    app: buildHealthApp(context),
    host: config.HOST,
    port: config.PORT,
    startWorkers: () => startWorkers(context),
    close: context.close,
  };
});
