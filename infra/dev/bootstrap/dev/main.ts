import { join, relative } from 'node:path';
import { makeFirstAdmin } from '@naughty-list/embedded/first-admin';
import { freePort, requirePort } from '@naughty-list/embedded/ports';
import { REPOSITORY } from '@naughty-list/embedded/repository';
import { SERVICE_NAMES } from '@naughty-list/embedded/service-environment';
import { startStack } from '@naughty-list/embedded/stack';
import { isLoopback, networkWarning, startFailure } from '@naughty-list/embedded/start-notices';
import { readStartSettings } from '@naughty-list/embedded/start-settings';
import { stopOnSignals } from '@naughty-list/embedded/stop-on-signals';
import { followErrors } from './follow-errors.ts';
import { restartOnChange } from './restart-on-change.ts';
import { serveWebApp } from './serve-web-app.ts';

const interrupt = new AbortController();
const closers: (() => Promise<void>)[] = [];
let closing: Promise<void> | undefined;
const close = () => {
  closing ??= closers.reduceRight((before, next) => before.then(next), Promise.resolve());
  return closing;
};
let killHard = () => {};
const stopping = stopOnSignals({
  stop() {
    interrupt.abort();
    // Before that, the start aborts by itself.
    return closers.length > 0 ? close() : undefined;
  },
  kill: () => killHard(),
});

let dataDir: string | undefined;
try {
  const settings = readStartSettings(process.env);
  dataDir = settings.dataDir;
  const { host } = settings;
  const port = settings.port || (await freePort());
  await requirePort(host, port);
  const origin = `http://${isLoopback(host) ? host : '127.0.0.1'}:${port}`;
  console.log('Starting PostgreSQL, the local chain and the services …');
  const stack = await startStack({
    separate: true,
    ...settings,
    host: '127.0.0.1',
    port: 0,
    // The gateway serves only the API and accepts requests from pages of the dev server's origin.
    env: { PUBLIC_ORIGIN: origin, ...settings.env, WEB_ROOT: '' },
    // Started below: a service that fails to start waits for its next change instead of ending everything.
    servicesElsewhere: true,
    log: console.log,
    signal: interrupt.signal,
  });
  killHard = stack.killHard;
  closers.push(stack.stop);
  stack.autoRestart = false;
  closers.push(followErrors(join(stack.dataDir, 'logs'), [...SERVICE_NAMES, 'local-chain']));
  const restarts = await restartOnChange(stack.services);
  closers.push(restarts.close);
  await restarts.startAll();
  closers.push(await serveWebApp({ host, port, gateway: stack.url, ready: restarts.settled }));
  const firstAdmin = await makeFirstAdmin(stack);
  if (firstAdmin) console.log(`First admin:  ${firstAdmin}`);
  console.log(
    `Data folder:  ${relative(REPOSITORY, stack.dataDir) || stack.dataDir} (logs in logs/, errors also here)`,
  );
  console.log(
    'Watching:     apps/web (hot reload); services (restarts the changed one) and packages (restarts all)',
  );
  if (!isLoopback(host)) console.log(networkWarning(host));
  console.log('Stop:         Ctrl-C');
  console.log(`READY ${origin}`);
} catch (error) {
  await close();
  if (stopping()) process.exit(0);
  const message = startFailure(error, dataDir);
  if (message === undefined) throw error;
  console.error(message);
  process.exit(1);
}
