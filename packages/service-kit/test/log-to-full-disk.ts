import { createLog } from '../src/telemetry/log.ts';

// Started by log.test.ts with a standard output that accepts nothing; reports on standard error that it is still
// running.
const log = createLog('toys', 'info');
for (let line = 0; line < 100; line += 1) log.info({ line }, 'x'.repeat(200));
await new Promise((resolve) => setImmediate(resolve));
log.fatal('one more');
process.stderr.write('still here\n');
