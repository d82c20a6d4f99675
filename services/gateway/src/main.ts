import { run } from '@naughty-list/service-kit/lifecycle/run';
import { gateway } from './service.ts';

await run(gateway);
