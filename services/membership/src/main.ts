import { run } from '@naughty-list/service-kit/lifecycle/run';
import { membership } from './service.ts';

await run(membership);
