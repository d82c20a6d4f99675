import { type LoadProcess, openLoadProcess } from '../load/load-process.ts';
import type { Done, Profiler } from '../profile/scene.ts';
import type { Row } from '../report/row.ts';
import { compare, inTurn } from '../rounds.ts';
import type { Settings } from '../settings.ts';
import { countedVisits, untilCounted } from '../stage/counted-visits.ts';
import { NOOP_JOBS, type NoopJobs } from '../stage/noop-jobs.ts';
import type { Product } from '../stage/product.ts';
import { noopReference, type Profiled } from './profiled.ts';

const CONNECTIONS = 50;
const LONGER = 6;
const browser = {
  'content-type': 'application/json',
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
};

/** Visits reported by pages, from the call until they are counted in the database; against no-op jobs. */
export async function measureIntake(
  { product, noop, backend }: { product: Product; noop: NoopJobs; backend: string },
  { rounds, durationMs, effort }: Settings,
): Promise<Row> {
  const load = openLoadProcess();
  const measured = await inTurn(rounds, {
    reference: () => noop.perSecond((NOOP_JOBS * effort) / 100),
    product: async () => rateOf(await takeIn(product, load, durationMs)),
  }).finally(() => load.close());
  const { ratio, middle } = compare(measured, (figure) => figure);
  return {
    what: intakeOn(backend),
    reference: 'no-op BullMQ jobs',
    figures: { reference: perSecond(middle.reference, 'jobs'), product: perSecond(middle.product, 'visits') },
    ratio,
    target: { atLeast: 5 },
  };
}

/** Resolves when every accepted visit is counted. */
async function takeIn(product: Product, load: LoadProcess, durationMs: number): Promise<Done> {
  const { stack } = product;
  const before = await countedVisits(product);
  const began = performance.now();
  const { answers, refused } = await load.send({
    url: `${stack.url}/api/visits`,
    method: 'POST',
    headers: { ...browser, origin: stack.url },
    body: JSON.stringify({ pageUrl: '/', referrer: null }),
    connections: CONNECTIONS,
    // Visits are batched briefly before they are counted, which would dominate short rounds.
    durationMs: LONGER * durationMs,
  });
  if (refused > 0) throw new Error(`${refused} of ${answers} visits were refused`);
  await untilCounted(product, before + answers);
  return { operations: answers, seconds: (performance.now() - began) / 1_000 };
}

/** Profiles the same load. */
export async function profileIntake(
  { product, backend, others, openNoop }: Profiled,
  { durationMs, effort }: Settings,
  profiler: Profiler,
): Promise<void> {
  const load = openLoadProcess();
  const reference = noopReference(openNoop, (NOOP_JOBS * effort) / 100);
  await profiler
    .capture(product, {
      what: intakeOn(backend),
      operation: 'visit',
      services: ['gateway', 'analytics'],
      others: [...others, { name: 'load generator (other core)', pid: load.pid, elsewhere: true }],
      ready: async () => () => takeIn(product, load, durationMs),
      reference,
    })
    .finally(() => reference.close())
    .finally(() => load.close());
}

export const intakeOn = (backend: string) => `visits taken in and counted, ${backend}`;

export const rateOf = ({ operations, seconds }: Done) => operations / seconds;

export const perSecond = (figure: number, what: string) =>
  `${Math.round(figure).toLocaleString('en-US')} ${what}/s`;
