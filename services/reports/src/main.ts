import { run } from '@naughty-list/service-kit/lifecycle/run';
import { reports } from './service.ts';

await run(reports);
