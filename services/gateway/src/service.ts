import { defineService } from '@naughty-list/service-kit/lifecycle/define-service';
import { buildApp } from './app.ts';
import { Config } from './config.ts';
import { type Context, openContext } from './context.ts';
import { database } from './database.ts';

/** It has no jobs: its web process is all of it. */
export const gateway = defineService<Config, Context>({
  name: 'gateway',
  database,
  config: Config,
  open: openContext,
  buildApp,
  isPublic: true,
});
