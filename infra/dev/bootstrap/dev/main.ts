import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { join, relative } from 'node:path';
import { makeFirstAdmin } from '@naughty-list/embedded/first-admin';
import { freePort, requirePort } from '@naughty-list/embedded/ports';
import { REPOSITORY } from '@naughty-list/embedded/repository';
import { startStack } from '@naughty-list/embedded/stack';
import { isLoopback, networkWarning, startFailure } from '@naughty-list/embedded/start-notices';
import { readStartSettings } from '@naughty-list/embedded/start-settings';
import { stopOnSignals } from '@naughty-list/embedded/stop-on-signals';
import { restartable } from './restartable.ts';
import { serveWebApp } from './serve-web-app.ts';

const ERROR_LEVEL = 50;
const LOOK_EVERY_MS = 200;

const closers: (() => Promise<void>)[] = [];
let closing: Promise<void> | undefined;
const close = () => {
  closing ??= closers.reduceRight((before, next) => before.then(next), Promise.resolve());
  return closing;
};
let killHard = () => {};
const stopping = stopOnSignals({
  // Before that, the start fails by itself.
  stop: () => (closers.length > 0 ? close() : process.exit(0)),
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
  const options = {
    ...settings,
    host: '127.0.0.1',
    // The same after each restart.
    port: await freePort(),
    // The gateway serves only the API and accepts requests from pages of the dev server's origin.
    env: { PUBLIC_ORIGIN: origin, ...settings.env, WEB_ROOT: '' },
    log: console.log,
  };
  const stack = await startStack(options);
  const services = restartable(stack, () => startStack(options));
  killHard = services.killHard;
  closers.push(services.stop, followErrors(join(stack.dataDir, 'logs', 'naughty-list.log')));
  closers.push(
    await serveWebApp({
      host,
      port,
      gateway: stack.url,
      ready: services.settled,
      onSource: services.restart,
    }),
  );
  const firstAdmin = await makeFirstAdmin(stack);
  if (firstAdmin) console.log(`First admin:  ${firstAdmin}`);
  console.log(
    `Data folder:  ${relative(REPOSITORY, stack.dataDir) || stack.dataDir} (logs in logs/, errors also here)`,
  );
  console.log('Watching:     apps/web (hot reload); services and packages (restarts the services)');
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

/** Prints what is written to a log and is not an ordinary line: errors, and output of a crash. */
function followErrors(file: string): () => Promise<void> {
  watchFile(file, { interval: LOOK_EVERY_MS }, ({ size }, before) => {
    if (size === 0) return;
    // A rotated file is read from its beginning.
    const added = readFileSync(file).subarray(size < before.size ? 0 : before.size, size);
    for (const line of added.toString().split('\n')) if (isError(line)) console.error(line);
  });
  return async () => unwatchFile(file);
}

function isError(line: string): boolean {
  if (line === '') return false;
  try {
    const entry: unknown = JSON.parse(line);
    return (
      typeof entry === 'object' && entry !== null && 'level' in entry && Number(entry.level) >= ERROR_LEVEL
    );
  } catch {
    return true;
  }
}
