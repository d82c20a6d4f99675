import type { Profiler, Scene } from '../profile/scene.ts';
import type { Row } from '../report/row.ts';
import { compare, inTurn } from '../rounds.ts';
import type { Settings } from '../settings.ts';
import { median, type NoopJobs } from '../stage/noop-jobs.ts';
import type { Product } from '../stage/product.ts';
import { makePaidReports } from '../stage/purse.ts';
import { type Profiled, roundTripReference } from './profiled.ts';

const REMOVALS = 60;

/**
 * Sequential removals, from the request that claims a burn to the response that the report is removed; against one
 * no-op job.
 */
export async function measureRemovals(
  { product, noop, backend }: { product: Product; noop: NoopJobs; backend: string },
  { rounds, effort }: Settings,
): Promise<Row> {
  const count = Math.ceil((REMOVALS * effort) / 100);
  const measured = await inTurn(rounds, {
    reference: () => noop.roundTripMs(5 * count),
    product: async () => {
      const times: number[] = [];
      for (const { id, signature } of await makePaidReports(product, count)) {
        times.push(await remove(product.stack.url, id, signature));
      }
      return median(times);
    },
  });
  const { ratio, middle } = compare(measured, (figure) => figure);
  const ms = (figure: number) => `${figure.toFixed(1)} ms`;
  return {
    what: removalOn(backend),
    reference: 'one BullMQ round trip',
    figures: { reference: ms(middle.reference), product: ms(middle.product) },
    ratio,
    target: { atMost: 5 },
  };
}

export const removalOn = (backend: string) => `removal, from the request to removed (median), ${backend}`;

/** Profiles the same load. */
export async function profileRemovals(
  { product, backend, others, openNoop }: Profiled,
  { effort }: Settings,
  profiler: Profiler,
): Promise<void> {
  const count = Math.ceil((REMOVALS * effort) / 100);
  const reference = roundTripReference(openNoop, 5 * count);
  const scene = {
    what: removalOn(backend),
    operation: 'removal',
    services: ['gateway', 'reports', 'chain-verifier'],
    others,
    ready: async () => {
      const paid = await makePaidReports(product, count);
      return async () => {
        const began = performance.now();
        for (const { id, signature } of paid) await remove(product.stack.url, id, signature);
        return { operations: count, seconds: (performance.now() - began) / 1_000 };
      };
    },
    reference,
  } satisfies Scene;
  await profiler.capture(product, scene).finally(() => reference.close());
}

async function remove(url: string, id: number, txHash: string): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`${url}/api/scammer-reports/${id}/remove-by-burn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ txHash }),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`The removal was answered ${answer.status}: ${text}`);
  return performance.now() - began;
}
