import type { BaseContext } from '@naughty-list/service-kit/lifecycle/define-service';
import type { Config } from './config.ts';

export type Context = BaseContext<Config>;
