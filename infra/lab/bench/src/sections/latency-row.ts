import type { LoadResult } from '../load/load-result.ts';
import { summarise } from '../load/load-result.ts';
import { type Row, spreadOf } from '../report/row.ts';
import type { Round } from '../rounds.ts';

const ms = (value = 0) => `${value.toFixed(2)} ms`;

/** The product's p99 against its own median. */
export function latencyRow(what: string, measured: readonly Round<LoadResult>[]): Row {
  const ratioOf = ({ product }: Round<LoadResult>) => product.p99Ms / product.medianMs;
  const ratio = spreadOf(measured.map(ratioOf));
  const { product } = measured.find((round) => ratioOf(round) === ratio.median) ?? {};
  return {
    what,
    reference: 'its own median',
    figures: { reference: ms(product?.medianMs), product: ms(product?.p99Ms) },
    ratio,
    target: { atMost: 5 },
  };
}

/** The same for sequential calls, with a target for the p99 itself. */
export function tailRow(what: string, { times, maxMs }: { times: number[]; maxMs: number }): Row {
  const { medianMs, p99Ms } = summarise(times, 0);
  return {
    what,
    reference: 'its own median',
    figures: { reference: ms(medianMs), product: ms(p99Ms) },
    ratio: spreadOf([p99Ms / medianMs]),
    target: { atMost: maxMs, unit: 'ms', value: p99Ms },
  };
}

/** Makes calls sequentially; returns the milliseconds of each, except for the first tenth, a warm-up. */
export async function timesOf(calls: number, call: (n: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < calls; n += 1) {
    const began = performance.now();
    await call(n);
    if (n >= calls / 10) times.push(performance.now() - began);
  }
  return times;
}
