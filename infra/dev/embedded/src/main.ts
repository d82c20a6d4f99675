import { relative } from 'node:path';
import { makeFirstAdmin } from './first-admin.ts';
import { REPOSITORY } from './repository.ts';
import { type Stack, startStack } from './stack.ts';
import { describeDatabase } from './stack-database.ts';
import type { StackOptions } from './stack-parts.ts';
import { isLoopback, networkWarning, startFailure } from './start-notices.ts';
import { readStartSettings } from './start-settings.ts';
import { stopOnSignals } from './stop-on-signals.ts';

const interrupt = new AbortController();
let stack: Stack | undefined;
const stopping = stopOnSignals({
  stop() {
    interrupt.abort();
    return stack?.stop();
  },
  kill: () => stack?.killHard(),
});

let settings: StackOptions | undefined;
try {
  settings = readStartSettings(process.env);
  const started = await startStack({ ...settings, log: console.log, signal: interrupt.signal });
  stack = started;
  const firstAdmin = await makeFirstAdmin(started.databaseUrl);
  if (firstAdmin) console.log(`First admin:  ${firstAdmin}`);
  console.log(`Admin panel:  ${started.url}/admin`);
  console.log(`Data folder:  ${relative(REPOSITORY, started.dataDir) || started.dataDir}`);
  console.log(`Local chain:  ${started.rpcUrl} (keypairs in the data folder under local-chain/)`);
  console.log(
    `Database:     ${settings.databaseUrl ? describeDatabase(settings.databaseUrl) : 'in the data folder'}`,
  );
  if (!isLoopback(settings.host)) console.log(networkWarning(settings.host));
  console.log('Try it:       report a scammer, burn (npm run burn -- LISTBURN001), remove the report');
  console.log('Stop:         Ctrl-C');
  console.log(`READY ${started.url}`);
} catch (error) {
  if (stopping()) process.exit(0);
  const message = startFailure(error, settings?.dataDir);
  if (message === undefined) throw error;
  console.error(message);
  process.exit(1);
}
