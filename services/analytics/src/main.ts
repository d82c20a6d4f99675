import { readConfig } from '@naughty-list/service-kit/config';
import { runService } from '@naughty-list/service-kit/service';
import { buildApp } from './app.ts';
import { Config } from './config.ts';
import { createContext } from './context.ts';

await runService(async () => {
  const config = readConfig(Config, process.env);
  const context = await createContext(config);
  return {
    log: context.log,
    app: buildApp(context),
    host: config.HOST,
    port: config.PORT,
    close: context.close,
  };
});
