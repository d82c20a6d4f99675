import { join } from 'node:path';
import type { ServiceName } from '@naughty-list/embedded/service-environment';
import type { Product } from '../stage/product.ts';
import { cpuSeconds } from './cpu-clock.ts';
import { watchDatabase } from './database-cost.ts';
import { openInspector } from './inspector.ts';
import type { ProcessTime, Seen } from './profile.ts';
import { plansOf } from './query-plan.ts';
import type { Done, Scene } from './scene.ts';
import { type CpuSummary, summarise } from './summarise.ts';

/** Runs a load twice: once to warm up, and once looked at. */
export async function look(product: Product, scene: Scene): Promise<Seen> {
  const { what, operation, services, reference } = scene;
  await (await scene.ready())();
  const run = await scene.ready();
  const inspectors = await Promise.all(services.map((name) => inspectorOf(product, name)));
  const costOf = await watchDatabase(product.db);
  await Promise.all(inspectors.map(({ start }) => start()));
  const { done, processes } = await timed(clocksOf(product, scene), run);
  const sampled = await Promise.all(inspectors.map(({ stop }) => stop()));
  const database = await costOf(done.operations);
  for (const { close } of inspectors) close();
  const cpu = services.map((service, at) => ({ service, summary: summaryOf(sampled[at]) }));
  const compared = reference && (await compare(product, scene, reference));
  return {
    what,
    operation,
    ...done,
    processes,
    ...(compared && { reference: compared }),
    cpu,
    database,
    plans: scene.query ? await plansOf(product.db, scene.query) : [],
  };
}

async function compare(product: Product, scene: Scene, reference: NonNullable<Scene['reference']>) {
  const { name, operation, ready } = reference;
  await (await ready())();
  const clocks = [databaseClock(product), ...othersOf(scene), clockOf(reference)];
  const { done, processes } = await timed(clocks, await ready());
  return { name, operation, processes, ...done };
}

function inspectorOf({ stack }: Product, name: ServiceName) {
  const { pid } = stack.services[name];
  if (pid === undefined) throw new Error(`${name} is not running`);
  return openInspector(pid, join(stack.dataDir, 'logs', `${name}.log`));
}

function summaryOf(profile: Parameters<typeof summarise>[0] | undefined): CpuSummary {
  return profile ? summarise(profile) : { categories: [], functions: [] };
}

type Clock = { name: string; read(): number | undefined };

const clockOf = ({ name, pid }: { name: string; pid?: number | undefined }): Clock => ({
  name,
  read: () => (pid === undefined ? undefined : cpuSeconds(pid)),
});

const othersOf = ({ others }: Scene) => others.map(clockOf);

function databaseClock({ stack }: Product): Clock {
  const { pid } = stack.postgres;
  return {
    name: 'PostgreSQL',
    read: () => (pid === undefined ? undefined : cpuSeconds(pid, { children: true })),
  };
}

function clocksOf(product: Product, scene: Scene): Clock[] {
  return [
    ...Object.entries(product.stack.services).map(([name, service]) => clockOf({ name, pid: service.pid })),
    databaseClock(product),
    ...othersOf(scene),
  ];
}

/** Runs a load, and tells how much processor time each process took meanwhile; not of those that took none. */
async function timed(
  clocks: readonly Clock[],
  run: () => Promise<Done>,
): Promise<{ done: Done; processes: ProcessTime[] }> {
  const before = clocks.map(({ read }) => read());
  const done = await run();
  const processes = clocks.flatMap(({ name, read }, at): ProcessTime[] => {
    const used = (read() ?? 0) - (before[at] ?? 0);
    if (used < 0.005) return [];
    return [
      {
        name,
        microseconds: Math.round((used * 1e6) / done.operations),
        percentOfCore: Math.round((100 * used) / done.seconds),
      },
    ];
  });
  return { done, processes };
}
