import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { backUpNightly } from './backup/make-backup.ts';
import { recordedFolder } from './postgres-home.ts';
import { ReadableError } from './readable-error.ts';
import { REPOSITORY } from './repository.ts';
import { type Stack, startHere, startStack } from './stack.ts';
import { describeDatabase } from './stack-database.ts';
import type { StackOptions } from './stack-parts.ts';
import {
  isLoopback,
  logNameNotice,
  networkWarning,
  readStartSettings,
  startFailure,
  stopOnSignals,
} from './terminal.ts';

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
  const options = { ...settings, log: console.log, signal: interrupt.signal };
  const started = await (isSeparate() ? startStack({ ...options, separate: true }) : startHere(options));
  stack = started;
  const { makeFirstAdmin } = await import('./first-admin.ts');
  const firstAdmin = await makeFirstAdmin(started);
  if (firstAdmin) console.log(`First admin:  ${firstAdmin}`);
  console.log(`Admin panel:  ${started.url}/admin`);
  console.log(`Data folder:  ${relative(REPOSITORY, started.dataDir) || started.dataDir}`);
  const { SOLANA_RPC_URLS: otherChain } = process.env;
  console.log(
    otherChain
      ? 'Chain:        that of SOLANA_RPC_URLS'
      : `Local chain:  ${started.rpcUrl} (keypairs in the data folder under local-chain/)`,
  );
  console.log(
    `Database:     ${settings.databaseUrl ? describeDatabase(settings.databaseUrl) : (recordedFolder(started.dataDir) ?? 'in the data folder')}`,
  );
  const logName = await logNameNotice(started);
  if (logName) console.log(logName);
  if (!isLoopback(settings.host)) console.log(networkWarning(settings.host));
  if (!otherChain)
    console.log('Try it:       report a scammer, burn (npm run burn -- LISTBURN001), remove the report');
  console.log('Stop:         Ctrl-C');
  console.log(`READY ${started.url}`);
  process.send?.({ ready: started.url });
  backUpNightly(started, { command: process.env.BACKUP_COMMAND, log: console.log });
} catch (error) {
  if (stopping()) process.exit(0);
  const message = startFailure(error, settings?.dataDir);
  if (message === undefined) throw error;
  console.error(message);
  process.exit(1);
}

/** Whether every part runs in a process of its own. */
function isSeparate(): boolean {
  try {
    return parseArgs({ options: { separate: { type: 'boolean' } } }).values.separate === true;
  } catch {
    throw new ReadableError('Usage: npm start [-- --separate]');
  }
}
