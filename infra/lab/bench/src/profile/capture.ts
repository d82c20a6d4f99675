import { join } from 'node:path';
import { SERVICE_NAMES, type ServiceName } from '@naughty-list/embedded/service-environment';
import type { Product } from '../stage/product.ts';
import { cpuSeconds } from './cpu-clock.ts';
import { watchDatabase } from './database-cost.ts';
import { openInspector } from './inspector.ts';
import type { ProcessTime, Seen } from './profile.ts';
import { plansOf } from './query-plan.ts';
import type { Done, Scene } from './scene.ts';
import { type CpuSummary, summarise } from './summarise.ts';

/**
 * Runs a load three times: to warm up; to measure CPU time and statements; and sampled, since sampling itself takes CPU
 * time.
 */
export async function capture(product: Product, scene: Scene): Promise<Seen> {
  const { what, operation, services, reference } = scene;
  await (await scene.ready())();
  const run = await scene.ready();
  const costOf = await watchDatabase(product.db);
  const { done, processes } = await timed(clocksOf(product, scene), run);
  const database = await costOf(done.operations);
  const compared = reference && (await compare(product, scene, reference));
  return {
    what,
    operation,
    ...done,
    processes,
    ...(compared && { reference: compared }),
    cpu: await sample(product, services, await scene.ready()),
    database,
    plans: scene.query ? await plansOf(product.db, scene.query) : [],
  };
}

async function sample(
  product: Product,
  services: readonly ServiceName[],
  run: () => Promise<Done>,
): Promise<Seen['cpu']> {
  const inspectors = await Promise.all(services.map((name) => inspectorOf(product, name)));
  await Promise.all(inspectors.map(({ start }) => start()));
  await run();
  const profiles = await Promise.all(inspectors.map(({ stop }) => stop()));
  for (const { close } of inspectors) close();
  return services.map((service, at) => ({ service, summary: summaryOf(profiles[at]) }));
}

async function compare(product: Product, scene: Scene, reference: NonNullable<Scene['reference']>) {
  const { name, operation, comparesTimes = false, ready } = reference;
  await (await ready())();
  const clocks = [...clocksOf(product, scene), clockOf(reference)];
  const { done, processes } = await timed(clocks, await ready());
  return { name, operation, comparesTimes, processes, ...done };
}

function inspectorOf({ stack }: Product, name: ServiceName) {
  const { pid } = stack.services[name];
  if (pid === undefined) throw new Error(`${name} is not running`);
  return openInspector(pid, join(stack.dataDir, 'logs', `${name}.log`));
}

function summaryOf(profile: Parameters<typeof summarise>[0] | undefined): CpuSummary {
  return profile ? summarise(profile) : { categories: [], functions: [] };
}

type Clock = { name: string; elsewhere?: boolean | undefined; read(): number | undefined };

type Named = { name: string; pid?: number | undefined; elsewhere?: boolean };

const clockOf = ({ name, pid, elsewhere }: Named): Clock => ({
  name,
  elsewhere,
  read: () => (pid === undefined ? undefined : cpuSeconds(pid)),
});

function databaseClock({ stack }: Product): Clock {
  const { pid } = stack.postgres;
  return {
    name: 'PostgreSQL',
    read: () => (pid === undefined ? undefined : cpuSeconds(pid, { children: true })),
  };
}

function clocksOf(product: Product, scene: Scene): Clock[] {
  return [
    ...SERVICE_NAMES.map((name) =>
      clockOf({
        name,
        pid: product.stack.services[name].pid,
        elsewhere: scene.elsewhere?.includes(name) ?? false,
      }),
    ),
    databaseClock(product),
    ...scene.others.map(clockOf),
  ];
}

/** Runs a load and returns the CPU time of each process, without idle ones. */
async function timed(
  clocks: readonly Clock[],
  run: () => Promise<Done>,
): Promise<{ done: Done; processes: ProcessTime[] }> {
  const before = clocks.map(({ read }) => read());
  const done = await run();
  const processes = clocks.flatMap(({ name, elsewhere, read }, at): ProcessTime[] => {
    const used = (read() ?? 0) - (before[at] ?? 0);
    if (used < 0.005) return [];
    return [
      {
        name,
        microseconds: Math.round((used * 1e6) / done.operations),
        percentOfCore: Math.round((100 * used) / done.seconds),
        ...(elsewhere && { elsewhere }),
      },
    ];
  });
  return { done, processes };
}
