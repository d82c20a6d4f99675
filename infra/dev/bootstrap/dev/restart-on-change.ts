import { readdir, readFile } from 'node:fs/promises';
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

/** Restarts each service when a file of it, or of a package that it uses, changes. */
export async function restartOnChange(services: SeparateStack['services']): Promise<Restarts> {
  const users = await servicesByFolder(Object.keys(services) as ServiceName[]);
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

  const watcher = watch(
    [...users.keys()].flatMap((folder) => [join(folder, 'src'), join(folder, 'migrations')]),
    {
      ignoreInitial: true,
      ignored: (path, stats) => stats?.isFile() === true && !isSource(path),
    },
  );
  watcher.on('all', (_event, path) => {
    if (!isSource(path)) return;
    const folder = [...users.keys()].find((candidate) => path.startsWith(candidate + sep));
    for (const name of folder ? (users.get(folder) ?? []) : []) wanted.set(name, relative(REPOSITORY, path));
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

/** The folders of the services and of the packages, each with the services that run its code. */
async function servicesByFolder(names: ServiceName[]): Promise<Map<string, ServiceName[]>> {
  const parents = ['packages', 'services'].map((name) => join(REPOSITORY, name));
  const folders = (await Promise.all(parents.map(subfolders))).flat();
  const packages = new Map(
    await Promise.all(
      folders.map(async (folder) => {
        const text = await readFile(join(folder, 'package.json'), 'utf8');
        const manifest: { name: string; dependencies?: Record<string, string> } = JSON.parse(text);
        return [manifest.name, { folder, uses: Object.keys(manifest.dependencies ?? {}) }] as const;
      }),
    ),
  );
  const users = new Map<string, ServiceName[]>();
  const visit = (packageName: string, service: ServiceName) => {
    const found = packages.get(packageName);
    if (!found) return;
    const known = users.get(found.folder) ?? [];
    if (known.includes(service)) return;
    users.set(found.folder, [...known, service]);
    for (const used of found.uses) visit(used, service);
  };
  for (const name of names) visit(`@naughty-list/${name}`, name);
  return users;
}

async function subfolders(parent: string): Promise<string[]> {
  const entries = await readdir(parent, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => join(parent, entry.name));
}
