import { once } from 'node:events';
import { globSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, relative } from 'node:path';
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
import { createServer as createViteServer } from 'vite';

/** Paths that the gateway serves besides the web app. */
const OF_THE_GATEWAY = '^/(api|health|admin/queues)(?![a-z])';

/** What the services run. */
const SOURCES = '{packages,services}/*/{src,migrations}';
const isSource = (file: string) =>
  /^(packages|services)\/.*\.(ts|json|sql)$/.test(file) && !file.endsWith('.test.ts');

/**
 * Serves the web app from its sources, with hot reload, and the gateway's API at the same address: pages are of the
 * same origin as the API, as in production, and the gateway's own checks decide about every request.
 *
 * @param options `onSource` is called with each file of the services that changes
 */
async function serveWebApp(options: {
  host: string;
  port: number;
  gateway: string;
  onSource: (file: string) => void;
}): Promise<() => Promise<void>> {
  const { host, port, gateway, onSource } = options;
  const server = createServer();
  const vite = await createViteServer({
    root: join(REPOSITORY, 'apps', 'web'),
    clearScreen: false,
    server: {
      // With a listener of its own, Vite would end this process at SIGTERM, before the services have stopped.
      middlewareMode: { server },
      hmr: { server },
      // Vite would let pages of every other local port read the API.
      cors: false,
      proxy: { [OF_THE_GATEWAY]: gateway },
    },
  });
  vite.watcher.add(globSync(SOURCES, { cwd: REPOSITORY }).map((folder) => join(REPOSITORY, folder)));
  vite.watcher.on('all', (_event, path) => {
    const file = relative(REPOSITORY, path);
    if (isSource(file)) onSource(file);
  });
  server.on('request', vite.middlewares);
  server.listen(port, host);
  await once(server, 'listening');
  return async () => {
    await vite.close();
    server.closeAllConnections();
    server.close();
  };
}

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
