import { readConfig } from '@naughty-list/service-kit/lifecycle/config';
import type { Service } from '@naughty-list/service-kit/lifecycle/service';
import { Config } from './config.ts';
import { type Context, createContext, SCHEMA } from './context.ts';

/** Shared by the entry points: reads the environment and runs migrations. */
export async function openService(): Promise<Service & { context: Context }> {
  const config = readConfig(Config, process.env);
  const context = createContext(config);
  await context.migrate();
  await context.queues.check();
  const { log, metrics, close } = context;
  return { context, name: SCHEMA, config, log, metrics, close };
}
