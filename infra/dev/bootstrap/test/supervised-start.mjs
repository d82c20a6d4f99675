import { runStack } from '../start.mjs';

// `npm start`, without installing and building.
process.exitCode = await runStack('infra/dev/embedded/src/main.ts');
