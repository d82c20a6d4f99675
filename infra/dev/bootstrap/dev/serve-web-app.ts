import { once } from 'node:events';
import { globSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, relative } from 'node:path';
import { REPOSITORY } from '@naughty-list/embedded/repository';
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
export async function serveWebApp(options: {
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
