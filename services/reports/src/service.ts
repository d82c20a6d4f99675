import { readConfig } from '@naughty-list/service-kit/lifecycle/config';
import type { Service } from '@naughty-list/service-kit/lifecycle/service';
import { ReportsConfig } from './config.ts';
import { type Context, createContext, SCHEMA } from './context.ts';

/** Shared by the entry points: reads the environment and runs migrations. */
export async function openService(): Promise<Service & { context: Context }> {
  const config = readConfig(ReportsConfig, process.env);
  const context = createContext(config);
  await context.prepare();
  await context.queues.check();
  return {
    context,
    name: SCHEMA,
    config,
    log: context.log,
    metrics: context.metrics,
    close: context.close,
  };
}
