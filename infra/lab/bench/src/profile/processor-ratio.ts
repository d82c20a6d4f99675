import type { ProcessTime, Seen } from './profile.ts';

/** Microseconds for each operation on the core that has more to do, of the load and of its reference; and what that alone makes a ratio. */
export type ProcessorRatio = { product: number; reference: number; ratio: number };

/** Undefined where there is no reference. */
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
