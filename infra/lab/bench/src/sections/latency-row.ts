import type { LoadResult } from '../load/load-result.ts';
import { type Row, spreadOf } from '../report/row.ts';
import type { Round } from '../rounds.ts';

/** The product's p99 against its own median. */
export function latencyRow(what: string, measured: readonly Round<LoadResult>[]): Row {
  const ratioOf = ({ product }: Round<LoadResult>) => product.p99Ms / product.medianMs;
  const ratio = spreadOf(measured.map(ratioOf));
  const { product } = measured.find((round) => ratioOf(round) === ratio.median) ?? {};
  const ms = (value = 0) => `${value.toFixed(2)} ms`;
  return {
    what,
    reference: 'its own median',
    figures: { reference: ms(product?.medianMs), product: ms(product?.p99Ms) },
    ratio,
    target: { atMost: 5 },
  };
}
