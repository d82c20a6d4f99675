import { run } from '@naughty-list/service-kit/lifecycle/run';
import { chainVerifier } from './service.ts';

await run(chainVerifier);
