import type { Demand } from './demand.ts';

/** Clocks of machines and of the chain differ; both ends of the time in which prices count are this much wider, for the payer. */
const TOLERANCE_S = 60;

/**
 * The least that a payment may be: the lowest price in force at any time between the beginning of what is paid for and the block.
 * Without a block time it is one of those from the beginning on: `lowest` is too little for none, `highest` is enough for all.
 */
export function minimumOf(demand: Demand, blockTime: number | null): { lowest: bigint; highest: bigint } {
  const { prices = [], minimum } = demand;
  const from = Math.min(demand.notBefore, blockTime ?? demand.notBefore) - TOLERANCE_S;
  const until = blockTime === null ? Number.POSITIVE_INFINITY : blockTime + TOLERANCE_S;
  const ordered = prices.toSorted((a, b) => a.since - b.since);
  const inForce = ordered
    .filter(({ since }, index) => since <= until && (ordered[index + 1]?.since ?? Infinity) > from)
    .map((price) => price.minimum)
    .toSorted((a, b) => Number(a - b));
  const lowest = inForce[0] ?? minimum;
  return { lowest, highest: blockTime === null ? (inForce.at(-1) ?? minimum) : lowest };
}
