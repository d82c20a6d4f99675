import { run } from '@naughty-list/service-kit/lifecycle/run';
import { analytics } from './service.ts';

await run(analytics);
