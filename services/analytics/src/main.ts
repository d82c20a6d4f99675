import { readConfig } from '@naughty-list/service-kit/lifecycle/config';
import { runService } from '@naughty-list/service-kit/lifecycle/service';
import { buildApp } from './app.ts';
import { Config } from './config.ts';
import { createContext, SCHEMA } from './context.ts';

await runService(async () => {
  const config = readConfig(Config, process.env);
  const context = await createContext(config);
  return {
    name: SCHEMA,
    config,
    log: context.log,
    metrics: context.metrics,
    app: buildApp(context),
    close: context.close,
  };
});
