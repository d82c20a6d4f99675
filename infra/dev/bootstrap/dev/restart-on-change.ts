import { globSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { REPOSITORY } from '@naughty-list/embedded/repository';
import type { ServiceName } from '@naughty-list/embedded/service-environment';
import type { SeparateStack } from '@naughty-list/embedded/stack';
import { watch } from 'chokidar';

/** Changes that come together, e.g. of a checkout, restart a service once. */
const TOGETHER_MS = 100;

export type Restarts = {
  /** Starts the services; prints the reason of one that cannot start. */
  startAll(): Promise<void>;
  /** Settles when no service is being started. */
  settled(): Promise<void>;
  close(): Promise<void>;
};

/** Restarts a service when a file of it changes, and all of them when one of a package does. */
export async function restartOnChange(services: SeparateStack['services']): Promise<Restarts> {
  const names = Object.keys(services) as ServiceName[];
  const wanted = new Map<ServiceName, string>();
  const running = new Map<ServiceName, Promise<void>>();
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  const attempt = async (name: ServiceName, work: () => Promise<void>) => {
    const since = performance.now();
    try {
      await work();
      return `ready after ${((performance.now() - since) / 1_000).toFixed(1)} s`;
    } catch (error) {
      if (closed) return undefined;
      const reason = error instanceof Error ? error.message : String(error);
      return `${reason}\n${name}: starts again with the next change`;
    }
  };
  const restart = async (name: ServiceName) => {
    for (let file = wanted.get(name); file !== undefined && !closed; file = wanted.get(name)) {
      wanted.delete(name);
      console.log(`${name}: restarting, ${file} changed`);
      const outcome = await attempt(name, () => services[name].restart());
      if (outcome) console.log(`${name}: ${outcome}`);
    }
    running.delete(name);
  };
  const restartWanted = () => {
    for (const name of wanted.keys()) if (!running.has(name)) running.set(name, restart(name));
  };

  const folders = globSync('{packages,services}/*/{src,migrations}', { cwd: REPOSITORY });
  const watcher = watch(
    folders.map((folder) => join(REPOSITORY, folder)),
    { ignoreInitial: true, ignored: (path, stats) => stats?.isFile() === true && !isSource(path) },
  );
  watcher.on('all', (_event, path) => {
    if (!isSource(path)) return;
    const file = relative(REPOSITORY, path);
    const [kind, name] = file.split(sep);
    for (const each of names) if (kind === 'packages' || each === name) wanted.set(each, file);
    clearTimeout(timer);
    timer = setTimeout(restartWanted, TOGETHER_MS);
  });
  await new Promise<void>((ready) => watcher.once('ready', ready));

  return {
    async startAll() {
      await Promise.all(
        Object.values(services).map(async (service) => {
          const outcome = await attempt(service.name as ServiceName, () => service.start());
          if (outcome && !outcome.startsWith('ready')) console.log(`${service.name}: ${outcome}`);
        }),
      );
    },
    async settled() {
      while (running.size > 0) await Promise.all(running.values());
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await watcher.close();
    },
  };
}

const isSource = (path: string) => /\.(ts|json)$/.test(path) && !path.endsWith('.test.ts');
