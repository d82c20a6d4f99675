import { runStack } from '../supervise.mjs';

// `npm start`, without installing and building.
process.exitCode = await runStack('infra/dev/embedded/src/main.ts');
