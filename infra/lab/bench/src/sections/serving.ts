import type { ServiceName } from '@naughty-list/embedded/service-environment';
import { type LoadProcess, openLoadProcess } from '../load/load-process.ts';
import { describeLoad, type LoadResult, perSecond } from '../load/load-result.ts';
import type { Done, Profiler } from '../profile/scene.ts';
import type { Row, Target } from '../report/row.ts';
import { compare, inTurn } from '../rounds.ts';
import type { Settings } from '../settings.ts';
import { type BareServer, startBareServer } from '../stage/bare-server.ts';
import { countedVisits, untilCounted } from '../stage/counted-visits.ts';
import type { Product } from '../stage/product.ts';
import { seeAnswer } from '../stage/see-answer.ts';
import { latencyRow } from './latency-row.ts';

/** A path of the product and its target. */
export type Served = {
  what: string;
  url: string;
  headers: Record<string, string>;
  target?: Target;
  /** Whether each response also counts as a visit, processed later. */
  isVisit?: boolean;
  /** Whether tail latency is measured too, one call at a time. */
  hasTail?: boolean;
};

const CONNECTIONS = 50;

/** Measures the product's responses per second against a bare server that sends the same bytes, head included. */
export async function measureServing(
  served: readonly Served[],
  product: Product,
  settings: Settings,
): Promise<Row[]> {
  const load = openLoadProcess();
  try {
    const rows: Row[] = [];
    for (const each of served) rows.push(...(await measureOne(each, { load, product }, settings)));
    return rows;
  } finally {
    load.close();
  }
}

async function measureOne(
  { what, url, headers, target, isVisit = false, hasTail = false }: Served,
  { load, product }: { load: LoadProcess; product: Product },
  { rounds, durationMs }: Settings,
): Promise<Row[]> {
  const bare = await startBareServer(await seeAnswer(url, headers));
  const run = (address: string, connections = CONNECTIONS) =>
    ask(load, { url: address, headers, durationMs, connections });
  const measured = await inTurn(rounds, {
    reference: () => run(bare.url),
    product: () => (isVisit ? amongVisits(product, () => run(url)) : run(url)),
  });
  const alone = hasTail
    ? await inTurn(rounds, { reference: () => run(bare.url, 1), product: () => run(url, 1) })
    : [];
  bare.stop();
  const { ratio, middle } = compare(measured, perSecond);
  return [
    {
      what,
      reference: 'bare `node:http`, same bytes',
      figures: { reference: describeLoad(middle.reference), product: describeLoad(middle.product) },
      ratio,
      ...(target && { target }),
    },
    ...(hasTail ? [latencyRow(`p99 of the ${what}, one call at a time`, alone)] : []),
  ];
}

/**
 * Visits are batched for a second and then counted. The measurement follows an unmeasured load, so that counting
 * overlaps with it, and waits at the end, so that none is left during the reference's turn.
 */
async function amongVisits(product: Product, run: () => Promise<LoadResult>): Promise<LoadResult> {
  const before = await countedVisits(product);
  const lead = await run();
  const result = await run();
  await untilCounted(product, before + lead.answers + result.answers);
  return result;
}

async function ask(
  load: LoadProcess,
  asked: { url: string; headers: Record<string, string>; durationMs: number; connections: number },
): Promise<LoadResult> {
  const result = await load.send(asked);
  if (result.refused > 0)
    throw new Error(`${asked.url}: ${result.refused} of ${result.answers} answers refuse`);
  return result;
}

/** Profiles the same loads. */
export async function profileServing(
  served: readonly Served[],
  { product, services }: { product: Product; services: readonly ServiceName[] },
  { durationMs }: Settings,
  profiler: Profiler,
): Promise<void> {
  const load = openLoadProcess();
  const opened: BareServer[] = [];
  try {
    for (const { what, url, headers, isVisit } of served.filter((each) => profiler.wants(each.what))) {
      const bare = await startBareServer(await seeAnswer(url, headers));
      opened.push(bare);
      const run = async (address: string) => {
        const { answers, seconds } = await ask(load, {
          url: address,
          headers,
          durationMs,
          connections: CONNECTIONS,
        });
        return { operations: answers, seconds };
      };
      await profiler.capture(product, {
        what,
        operation: 'answer',
        services,
        others: [{ name: 'load generator (other core)', pid: load.pid, elsewhere: true }],
        ready: async () => () => (isVisit ? counted(product, () => run(url)) : run(url)),
        reference: {
          name: 'bare `node:http`',
          operation: 'answer',
          pid: bare.pid,
          ready: async () => () => run(bare.url),
        },
      });
    }
  } finally {
    for (const bare of opened) bare.stop();
    load.close();
  }
}

/** Includes the time until all visits are counted. */
async function counted(product: Product, run: () => Promise<Done>): Promise<Done> {
  const before = await countedVisits(product);
  const began = performance.now();
  const { operations } = await run();
  await untilCounted(product, before + operations);
  return { operations, seconds: (performance.now() - began) / 1_000 };
}
