import type { ProcessTime, Seen } from './profile.ts';

/** Microseconds on the core of what serves, of the load and of its reference, for each operation; and what that alone makes a ratio. */
export type ProcessorRatio = { product: number; reference: number; ratio: number };

/** Undefined where there is no reference, or where the two do not have one core for everything. */
export function processorRatio({ processes, reference }: Seen): ProcessorRatio | undefined {
  if (!reference?.onOneCore) return undefined;
  const sums = { product: together(processes), reference: together(reference.processes) };
  const slower = sums.product / sums.reference;
  return { ...sums, ratio: reference.comparesTimes ? slower : 1 / slower };
}

const together = (processes: readonly ProcessTime[]) =>
  processes.filter(({ elsewhere }) => !elsewhere).reduce((sum, { microseconds }) => sum + microseconds, 0);
