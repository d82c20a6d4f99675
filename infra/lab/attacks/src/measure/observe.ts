import { loadAverage } from '@naughty-list/bench/report/machine';
import type { Product } from '@naughty-list/bench/stage/product';
import { readStored, type Stored, watchPeak } from './footprint.ts';
import { startVisitors, type VisitorsSaw } from './visitors.ts';

/** The results of ordinary visitors during a period, and the product's resource use. */
export type Seen = VisitorsSaw & {
  seconds: number;
  /** At its peak. */
  gatewayMb: number;
  grown: Stored;
  loadBefore: number;
};

/** Runs ordinary visitors for the duration of `work`. */
export async function observe<T>(
  product: Product,
  everyMs: number,
  work: () => Promise<T>,
): Promise<{ value: T; seen: Seen }> {
  const loadBefore = loadAverage();
  const before = await readStored(product);
  const peak = watchPeak(product);
  const stopVisitors = startVisitors(product.stack.url, everyMs);
  const began = performance.now();
  const done = await work().then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  const seconds = (performance.now() - began) / 1_000;
  const saw = await stopVisitors();
  const gatewayMb = peak();
  if ('error' in done) throw done.error;
  const after = await readStored(product);
  const grown = {
    databaseBytes: after.databaseBytes - before.databaseBytes,
    folderBytes: after.folderBytes - before.folderBytes,
  };
  return { value: done.value, seen: { ...saw, gatewayMb, seconds, grown, loadBefore } };
}
