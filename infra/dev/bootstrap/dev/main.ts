import { relative } from 'node:path';
import { makeFirstAdmin } from '@naughty-list/embedded/first-admin';
import { freePort, reachable, requirePort } from '@naughty-list/embedded/ports';
import { REPOSITORY } from '@naughty-list/embedded/repository';
import { type Stack, startHere } from '@naughty-list/embedded/stack';
import {
  isLoopback,
  networkWarning,
  readStartSettings,
  startFailure,
  stopOnSignals,
} from '@naughty-list/embedded/terminal';
import { serveWebApp } from './serve-web-app.ts';

/** The starter then runs this again. */
const SOURCES_CHANGED = 75;

const interrupt = new AbortController();
let stack: Stack | undefined;
let closeWebApp = async () => {};
const stop = () => {
  interrupt.abort();
  return stack && closeWebApp().then(stack.stop);
};
const stopping = stopOnSignals({ stop, kill: () => stack?.killHard() });
const startAgain = (file: string) => {
  if (interrupt.signal.aborted) return;
  console.log(`${file} changed, starting again`);
  void stop()?.then(() => process.exit(SOURCES_CHANGED));
};

let dataDir: string | undefined;
try {
  const settings = readStartSettings(process.env);
  dataDir = settings.dataDir;
  const { host } = settings;
  const port = settings.port || (await freePort());
  await requirePort(host, port);
  const origin = `http://${reachable(host)}:${port}`;
  console.log('Starting PostgreSQL, the local chain and the services …');
  stack = await startHere({
    ...settings,
    host: '127.0.0.1',
    port: 0,
    // The gateway serves only the API and accepts requests from pages of the dev server's origin.
    env: { PUBLIC_ORIGIN: origin, LOG_LEVEL: 'error', ...settings.env, WEB_ROOT: '' },
    logsHere: true,
    log: console.log,
    signal: interrupt.signal,
  });
  closeWebApp = await serveWebApp({ host, port, gateway: stack.url, onSource: startAgain });
  const firstAdmin = await makeFirstAdmin(stack);
  if (firstAdmin) console.log(`First admin:  ${firstAdmin}`);
  console.log(`Data folder:  ${relative(REPOSITORY, stack.dataDir) || stack.dataDir}`);
  console.log('Logs:         errors, here; all with LOG_LEVEL=info');
  console.log('Watching:     apps/web (hot reload); services and packages (starts again)');
  if (!isLoopback(host)) console.log(networkWarning(host));
  console.log('Stop:         Ctrl-C');
  console.log(`READY ${origin}`);
  process.send?.({ ready: origin });
} catch (error) {
  await closeWebApp();
  await stack?.stop();
  if (stopping()) process.exit(0);
  const message = startFailure(error, dataDir);
  if (message === undefined) throw error;
  console.error(message);
  process.exit(1);
}
