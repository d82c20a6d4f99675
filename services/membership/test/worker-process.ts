import { run } from '@naughty-list/service-kit/lifecycle/run';
import { membership } from '../src/service.ts';

const [, , telegramApiUrl = ''] = process.argv;
const constants = { telegramApiUrl, telegramTimeoutMs: 2_000 };

/** The service's worker, whose bot calls the server of the test. */
await run({ ...membership, open: (config) => membership.open(config, { constants }) }, 'worker');
