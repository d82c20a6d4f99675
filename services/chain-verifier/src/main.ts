import { runService } from '@naughty-list/service-kit/lifecycle/service';
import { buildApp } from './app.ts';
import { loadConfig } from './config.ts';
import { createContext, NAME } from './context.ts';

await runService(async () => {
  const config = loadConfig(process.env);
  const context = createContext(config);
  await context.prepare();
  const { log, metrics, close } = context;
  return { name: NAME, config, log, metrics, app: buildApp(context), close };
});
