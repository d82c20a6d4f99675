import type { ProcessTime, Seen } from './profile.ts';

/**
 * Microseconds per operation on the busier core, for the load and its reference; and the ratio that follows from them.
 */
export type ProcessorRatio = { product: number; reference: number; ratio: number };

/** Undefined without a reference. */
export function processorRatio({ processes, reference }: Seen): ProcessorRatio | undefined {
  if (!reference) return undefined;
  const times = { product: busierCore(processes), reference: busierCore(reference.processes) };
  const slower = times.product / times.reference;
  return { ...times, ratio: reference.comparesTimes ? slower : 1 / slower };
}

function busierCore(processes: readonly ProcessTime[]): number {
  const on = (other: boolean) =>
    processes
      .filter(({ elsewhere = false }) => elsewhere === other)
      .reduce((sum, { microseconds }) => sum + microseconds, 0);
  return Math.max(on(true), on(false));
}
